@HEAD@

import java.util.Arrays;
@SPLIT
import java.util.EnumMap;
@END

/** An exact validator of one rule. */
public final class @PASCAL@Validator {
    // @INTERVALS@
    private static final int[] POINTS = numbers(@POINTS@);
    private static final int[] CLASSES = numbers(@CLASSES@);
@CODE

    // @ASCII_CLASSES@
    private static final int[] ASCII = numbers(@ASCII@);
@END
@TABLES

    // @CLASS_SETS@
    private static final int[] SETS = numbers(@SETS@);

    // @FIRST_EDGES@
    private static final int[] STATES = numbers(@STATES@);

    // @EDGE_SETS@
    private static final int[] EDGES = numbers(@EDGES@);
@END

    // @NEXT_STATES@
    private static final int[] TARGETS = numbers(@TARGETS@);
@STACK

    // @STACK_ACTIONS@
    private static final int[] ACTIONS = numbers(@ACTIONS@);

    // @STATES_AFTER@
    private static final int[] POPS = numbers(@POPS@);
@END
@SPLIT

    // @STEP_INDEXES@
    private static final int[] ACTIONS = numbers(@ACTIONS@);

    // @STEP_NUMBERS@
    private static final int[] STEPS = numbers(@STEPS@);

    /** The components of a text. */
    public enum Component {
@FIELDS
        @FIELD_UPPER@,
@END
    }
@END

    private @PASCAL@Validator() {}

    private static int[] numbers(String... lines) {
        String[] words = String.join(" ", lines).split(" ");
        return Arrays.stream(words).mapToInt(Integer::parseUnsignedInt).toArray();
    }

    private static int length(CharSequence text) {
        return text.length();
    }

    private static int point(CharSequence text, int offset) {
        return Character.codePointAt(text, offset);
    }

    private static int size(CharSequence text, int point) {
        return Character.charCount(point);
    }

    private static int length(byte[] text) {
        return text.length;
    }

    // Returns the code point at an offset; for bytes that are not UTF-8 a surrogate, which nothing matches.
    private static int point(byte[] text, int offset) {
        int point = text[offset] & 0xFF;
        if (point < 0x80) {
            return point;
        }
        int size = point < 0xC0 || point > 0xF7 ? 0 : point < 0xE0 ? 2 : point < 0xF0 ? 3 : 4;
        point &= 0x7F >> size;
        for (int i = offset + 1; i < offset + size; i++) {
            if (i == text.length || (text[i] & 0xC0) != 0x80) {
                return 0xD800;
            }
            point = point << 6 | text[i] & 0x3F;
        }
        return size == size(text, point) ? point : 0xD800;
    }

    private static int size(byte[] text, int point) {
        if (point < 0x80) {
            return 1;
        }
        return point < 0x800 ? 2 : point < 0x10000 ? 3 : point < 0x110000 ? 4 : -1;
    }

    // Returns the class of a code point, by its interval.
    private static int search(int point) {
        int found = Arrays.binarySearch(POINTS, point);
        return CLASSES[found < 0 ? -found - 2 : found];
    }

    // @NEXT@
    private static int edge(int state, int number) {
@CODE
        return state + number;
@END
@TABLES
        for (int edge = STATES[state]; edge < STATES[state + 1]; edge++) {
            int word = SETS[EDGES[edge] + number / 32];
            if ((word >>> number % 32 & 1) == 1) {
                return edge;
            }
        }
        return 0;
@END
    }

    // Returns where the transition of a code point is.
    private static int next(int state, int point) {
@CODE
        if (point < 0x80) {
            return edge(state, ASCII[point]);
        }
@END
        return edge(state, search(point));
    }
@TEXTS

    /**
     * Returns @FAULT@
     */
    public static int fault(@TEXT@ text) {
        int state = @START@;
        int offset = 0;
@STACK
        int[] stack = new int[16];
        int depth = 0;
@END
        while (offset < length(text)) {
            int point = point(text, offset);
            int edge = next(state, point);
            state = TARGETS[edge];
            if (state == 0) {
                return offset;
            }
@STACK
            if (ACTIONS[edge] == @POP@) {
                state = POPS[state + stack[--depth]];
            } else if (ACTIONS[edge] != 0) {
                if (depth == stack.length) {
                    stack = Arrays.copyOf(stack, 2 * depth);
                }
                stack[depth++] = ACTIONS[edge];
            }
@END
            offset += size(text, point);
        }
        return TARGETS[edge(state, @END@)] != 0 ? -1 : length(text);
    }

    /** Returns whether the whole text matches. */
    public static boolean matches(@TEXT@ text) {
        return fault(text) < 0;
    }
@SPLIT

    /**
     * Returns the start and end of each component that is there, in @UNIT@; null if the text does not match.
     */
    public static EnumMap<Component, int[]> split(@TEXT@ text) {
        if (!matches(text)) {
            return null;
        }
        int[][] rows = new int[1][@WIDTH@];
        Arrays.fill(rows[0], -1);
        int state = @START@;
        int offset = 0;
        while (offset < length(text)) {
            int point = point(text, offset);
            int edge = next(state, point);
            rows = run(rows, ACTIONS[edge], offset);
            state = TARGETS[edge];
            offset += size(text, point);
        }
        return components(run(rows, ACTIONS[edge(state, @END@)], length(text))[0]);
    }
@END
@END
@SPLIT

    private static int[][] run(int[][] rows, int step, int offset) {
        if (step == 0) {
            return rows;
        }
        int[][] moved = new int[STEPS[step++]][];
        for (int row = 0; row < moved.length; row++) {
            moved[row] = rows[STEPS[step++]].clone();
            for (int sets = STEPS[step++]; sets > 0; sets--) {
                moved[row][STEPS[step++]] = offset;
            }
        }
        return moved;
    }

    private static EnumMap<Component, int[]> components(int[] row) {
        EnumMap<Component, int[]> components = new EnumMap<>(Component.class);
        for (Component component : Component.values()) {
            int start = row[2 * component.ordinal()];
            if (start >= 0) {
                components.put(component, new int[] {start, row[2 * component.ordinal() + 1]});
            }
        }
        return components;
    }
@END
}
