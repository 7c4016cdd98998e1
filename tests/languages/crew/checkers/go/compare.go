package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	answer, _ := os.ReadFile(os.Args[2])
	output, _ := io.ReadAll(os.Stdin)
	wanted := strings.TrimSpace(string(answer))
	if strings.TrimSpace(string(output)) == wanted {
		os.Exit(42)
	}
	os.WriteFile(filepath.Join(os.Args[3], "judgemessage.txt"), []byte(fmt.Sprintln("not", wanted)), 0o644)
	os.Exit(43)
}
