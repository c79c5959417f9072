@HEAD@

package validators

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
)

// @CASES_COMMENT@
var @CAMEL@Cases = []struct {
	text   string
	offset int
}{
@CASES
	{@TEXT@, @OFFSET@},
@END
}

func Test@PASCAL@(t *testing.T) {
	for _, row := range @CAMEL@Cases {
		if offset := @PASCAL@Fault(row.text); offset != row.offset {
			t.Errorf("%q: %d, not %d", row.text, offset, row.offset)
		}
		if @PASCAL@Matches([]byte(row.text)) != (row.offset < 0) {
			t.Errorf("%q as bytes: another verdict", row.text)
		}
	}
}

// @SUITE_COMMENT@
func Test@PASCAL@Suite(t *testing.T) {
	if flag.Arg(0) != "suite" {
		t.Skip("it is run by iri suite run")
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(out, @PASCAL@Matches(text))
	}
	out.Flush()
	os.Exit(0)
}
