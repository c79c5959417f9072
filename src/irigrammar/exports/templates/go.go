@HEAD@

package validators

import "unicode/utf8"

// @INTERVALS@
var @CAMEL@Points = []rune{@POINTS@}
var @CAMEL@Classes = []uint16{@CLASSES@}
@CODE

// @ASCII_CLASSES@
var @CAMEL@ASCII = [128]uint16{@ASCII@}
@END
@TABLES

// @CLASS_SETS@
var @CAMEL@Sets = []uint32{@SETS@}

// @FIRST_EDGES@
var @CAMEL@States = []uint16{@STATES@}

// @EDGE_SETS@
var @CAMEL@Edges = []uint16{@EDGES@}
@END

// @NEXT_STATES@
var @CAMEL@Targets = []uint@SIZE@{@TARGETS@}
@STACK

// @STACK_ACTIONS@
var @CAMEL@Actions = []uint16{@ACTIONS@}

// @STATES_AFTER@
var @CAMEL@Pops = []uint@SIZE@{@POPS@}
@END
@SPLIT

// @STEP_INDEXES@
var @CAMEL@Actions = []uint16{@ACTIONS@}

// @STEP_NUMBERS@
var @CAMEL@Steps = []uint8{@STEPS@}

// @PASCAL@Span has the offsets in bytes of a component; both are -1 where there is none.
type @PASCAL@Span struct{ Start, End int }

// @PASCAL@Components has the components of a text.
type @PASCAL@Components struct {
	@FIELDS_PASCAL@ @PASCAL@Span
}
@END

// @CAMEL@Decode returns the character at an offset and its size; for bytes that are not UTF-8 a surrogate, which
// nothing matches.
func @CAMEL@Decode[T ~string | ~[]byte](text T, offset int) (rune, int) {
	end := offset + utf8.UTFMax
	if end > len(text) {
		end = len(text)
	}
	point, size := utf8.DecodeRuneInString(string(text[offset:end]))
	if point == utf8.RuneError && size == 1 {
		return 0xD800, size
	}
	return point, size
}

// @CAMEL@Search returns the class of a code point, by its interval.
func @CAMEL@Search(point rune) int {
	low, high := 0, len(@CAMEL@Points)
	for high-low > 1 {
		middle := (low + high) / 2
		if @CAMEL@Points[middle] <= point {
			low = middle
		} else {
			high = middle
		}
	}
	return int(@CAMEL@Classes[low])
}

// @NEXT@
func @CAMEL@Edge(state int, number int) int {
@CODE
	return state + number
@END
@TABLES
	for edge := int(@CAMEL@States[state]); edge < int(@CAMEL@States[state+1]); edge++ {
		word := @CAMEL@Sets[int(@CAMEL@Edges[edge])+number/32]
		if word>>(number%32)&1 == 1 {
			return edge
		}
	}
	return 0
@END
}

// @CAMEL@Next returns where the transition of a code point is.
func @CAMEL@Next(state int, point rune) int {
@CODE
	if uint32(point) < utf8.RuneSelf {
		return @CAMEL@Edge(state, int(@CAMEL@ASCII[point]))
	}
@END
	return @CAMEL@Edge(state, @CAMEL@Search(point))
}

// @PASCAL@Fault returns @FAULT@
func @PASCAL@Fault[T ~string | ~[]byte](text T) int {
	state := @START@
	offset := 0
@STACK
	var stack []uint16
@END
	for offset < len(text) {
		point, size := rune(text[offset]), 1
		if point >= utf8.RuneSelf {
			point, size = @CAMEL@Decode(text, offset)
		}
		edge := @CAMEL@Next(state, point)
		state = int(@CAMEL@Targets[edge])
		if state == 0 {
			return offset
		}
@STACK
		if action := @CAMEL@Actions[edge]; action == @POP@ {
			last := len(stack) - 1
			state = int(@CAMEL@Pops[state+int(stack[last])])
			stack = stack[:last]
		} else if action != 0 {
			stack = append(stack, action)
		}
@END
		offset += size
	}
	if @CAMEL@Targets[@CAMEL@Edge(state, @END@)] != 0 {
		return -1
	}
	return len(text)
}

// @PASCAL@Matches returns whether the whole text matches.
func @PASCAL@Matches[T ~string | ~[]byte](text T) bool {
	return @PASCAL@Fault(text) < 0
}
@SPLIT

type @CAMEL@Row [@WIDTH@]int

func @CAMEL@Run(rows *[@ROWS@]@CAMEL@Row, step uint16, offset int) {
	if step == 0 {
		return
	}
	old := *rows
	read := func() int {
		step++
		return int(@CAMEL@Steps[step-1])
	}
	count := read()
	for row := 0; row < count; row++ {
		rows[row] = old[read()]
		for sets := read(); sets > 0; sets-- {
			rows[row][read()] = offset
		}
	}
}

// @PASCAL@Split returns the components and true, or false if the text does not match.
func @PASCAL@Split[T ~string | ~[]byte](text T) (@PASCAL@Components, bool) {
	if !@PASCAL@Matches(text) {
		return @PASCAL@Components{}, false
	}
	var rows [@ROWS@]@CAMEL@Row
	for i := range rows[0] {
		rows[0][i] = -1
	}
	state := @START@
	for offset := 0; offset < len(text); {
		point, size := @CAMEL@Decode(text, offset)
		edge := @CAMEL@Next(state, point)
		@CAMEL@Run(&rows, @CAMEL@Actions[edge], offset)
		state = int(@CAMEL@Targets[edge])
		offset += size
	}
	@CAMEL@Run(&rows, @CAMEL@Actions[@CAMEL@Edge(state, @END@)], len(text))
	row := rows[0]
	return @PASCAL@Components{
@FIELDS
		@PASCAL@Span{row[@LOW@], row[@HIGH@]},
@END
	}, true
}
@END
