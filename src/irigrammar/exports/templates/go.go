@HEAD@

package validators

import "unicode/utf8"

// @INTERVALS@
var @CAMEL@Points = []rune{@POINTS@}
var @CAMEL@Classes = []uint32{@CLASSES@}

// @CLASS_SETS@
var @CAMEL@Sets = []uint32{@SETS@}

// @TRANSITIONS@
var @CAMEL@Edges = []uint16{@EDGES@}

// @NUMBERS@
var @CAMEL@States = []uint32{@STATES@}
@SPLIT

// @STEP_INDEXES@
var @CAMEL@Actions = []uint16{@ACTIONS@}
var @CAMEL@Ends = []uint16{@ENDS@}

// @STEP_NUMBERS@
var @CAMEL@Steps = []uint8{@STEPS@}

// @PASCAL@Span has the offsets in bytes of a component; both are -1 where there is none.
type @PASCAL@Span struct{ Start, End int }

// @PASCAL@Components has the components of a text.
type @PASCAL@Components struct {
	@FIELDS_PASCAL@ @PASCAL@Span
}
@END

// @NEXT@
func @CAMEL@Next(state uint32, point rune) uint32 {
	low, high := 0, len(@CAMEL@Points)
	for high-low > 1 {
		middle := (low + high) / 2
		if @CAMEL@Points[middle] <= point {
			low = middle
		} else {
			high = middle
		}
	}
	number := @CAMEL@Classes[low]
	for edge := @CAMEL@States[state] >> 1; edge < @CAMEL@States[state+1]>>1; edge++ {
		word := @CAMEL@Sets[uint32(@CAMEL@Edges[2*edge])+number/32]
		if word>>(number%32)&1 == 1 {
			return 2*edge + 1
		}
	}
	return 0
}

// @PASCAL@Fault returns @FAULT@
func @PASCAL@Fault(text string) int {
	state := uint32(@START@)
	offset := 0
	for offset < len(text) {
		point, size := utf8.DecodeRuneInString(text[offset:])
		if point == utf8.RuneError && size == 1 {
			return offset
		}
		edge := @CAMEL@Next(state, point)
		if edge == 0 {
			return offset
		}
		state = uint32(@CAMEL@Edges[edge])
		offset += size
	}
	if @CAMEL@States[state]&1 == 1 {
		return -1
	}
	return len(text)
}

// @PASCAL@Matches returns whether the whole text matches.
func @PASCAL@Matches(text string) bool {
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
func @PASCAL@Split(text string) (@PASCAL@Components, bool) {
	if !@PASCAL@Matches(text) {
		return @PASCAL@Components{}, false
	}
	var rows [@ROWS@]@CAMEL@Row
	for i := range rows[0] {
		rows[0][i] = -1
	}
	state := uint32(@START@)
	for offset, point := range text {
		edge := @CAMEL@Next(state, point)
		@CAMEL@Run(&rows, @CAMEL@Actions[edge/2], offset)
		state = uint32(@CAMEL@Edges[edge])
	}
	@CAMEL@Run(&rows, @CAMEL@Ends[state], len(text))
	row := rows[0]
	return @PASCAL@Components{
		@PASCAL@Span{row[@LOW@], row[@HIGH@]},
	}, true
}
@END
