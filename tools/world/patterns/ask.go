// Go answers questions of tools/world/patterns/measure.py, lines in, lines out.
package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// written returns ranges of code points as text: "41-5A 61".
func written(points []rune) string {
	var parts []string
	for i := 0; i < len(points); {
		j := i
		for j+1 < len(points) && points[j+1] == points[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprintf("%X", points[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%X-%X", points[i], points[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, " ")
}

// text returns the text of code points in hexadecimal digits.
func text(points string) string {
	var runes []rune
	for _, point := range strings.Fields(points) {
		number, _ := strconv.ParseInt(point, 16, 32)
		runes = append(runes, rune(number))
	}
	return string(runes)
}

func answer(pattern, flags, before, after, domain string) string {
	if flags != "" {
		pattern = "(?" + flags + ")" + pattern
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return "refused"
	}
	var found []rune
	for _, ends := range strings.Fields(domain) {
		first, last, isRange := strings.Cut(ends, "-")
		if !isRange {
			last = first
		}
		low, _ := strconv.ParseInt(first, 16, 32)
		high, _ := strconv.ParseInt(last, 16, 32)
		for point := rune(low); point <= rune(high); point++ {
			if point >= 0xD800 && point <= 0xDFFF {
				continue
			}
			if expression.MatchString(before + string(point) + after) {
				found = append(found, point)
			}
		}
	}
	return written(found)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, strings.TrimPrefix(runtime.Version(), "go"))
	for lines.Scan() {
		if fields := strings.Split(lines.Text(), "\t"); len(fields) == 5 {
			fmt.Fprintln(out, answer(fields[0], fields[1], text(fields[2]), text(fields[3]), fields[4]))
		}
	}
}
