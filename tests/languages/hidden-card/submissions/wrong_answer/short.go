package main

import "fmt"

func main() {
	low, high := 1, 999
	for low < high {
		mid := (low + high) / 2
		fmt.Println("?", mid)
		var said string
		fmt.Scan(&said)
		switch said {
		case "less":
			high = mid - 1
		case "more":
			low = mid + 1
		default:
			low, high = mid, mid
		}
	}
	fmt.Println("!", low)
}
