package main

import (
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	text, _ := io.ReadAll(os.Stdin)
	match := regexp.MustCompile(`\A([1-9]\d*)\n(-?\d+(?: -?\d+)*)\n\z`).FindStringSubmatch(string(text))
	if match == nil {
		os.Exit(43)
	}
	n, _ := strconv.Atoi(match[1])
	if n > 100 || len(strings.Fields(match[2])) != n {
		os.Exit(43)
	}
	os.Exit(42)
}
