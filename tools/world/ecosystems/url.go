// Go's net/url, asked as measure.py says.
package main

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func answer(parts []string) string {
	uri, err := url.Parse(parts[1])
	if err != nil {
		return "!"
	}
	if parts[0] == "resolve" {
		reference, err := url.Parse(parts[2])
		if err != nil {
			return "!"
		}
		uri = uri.ResolveReference(reference)
	}
	return "=" + uri.String()
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println(answer(strings.Split(lines.Text(), "\t")))
	}
}
