// Reads a text per line, in hexadecimal UTF-8; writes what net/url reads: host:port in hexadecimal, or -.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		text, _ := hex.DecodeString(lines.Text())
		read, err := url.Parse(string(text))
		if err != nil || read.Hostname() == "" {
			fmt.Fprintln(out, "-")
			continue
		}
		fmt.Fprintln(out, hex.EncodeToString([]byte(read.Hostname()+":"+read.Port())))
	}
}
