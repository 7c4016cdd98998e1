package main

import (
	"fmt"
	"os"
)

func main() {
	var card, x int
	input, _ := os.Open(os.Args[1])
	fmt.Fscan(input, &card)
	for asked := 0; ; asked++ {
		var kind string
		if n, _ := fmt.Scan(&kind, &x); n < 2 {
			os.Exit(43)
		}
		switch {
		case kind == "!" && x == card:
			os.Exit(42)
		case kind == "!" || asked == 10:
			os.Exit(43)
		case card < x:
			fmt.Println("less")
		case card > x:
			fmt.Println("more")
		default:
			fmt.Println("same")
		}
	}
}
