package main

import "fmt"

func main() {
	var n, best, here, x int64
	fmt.Scan(&n)
	best = -1 << 60
	for ; n > 0; n-- {
		fmt.Scan(&x)
		if here < 0 {
			here = 0
		}
		here += x
		if here > best {
			best = here
		}
	}
	fmt.Println(best)
}
