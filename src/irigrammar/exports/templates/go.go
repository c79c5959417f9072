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
			return uint32(@CAMEL@Edges[2*edge+1])
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
		state = @CAMEL@Next(state, point)
		if state == 0 {
			return offset
		}
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
