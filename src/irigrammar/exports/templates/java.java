@HEAD@

import java.util.Arrays;

/** An exact validator of one rule. */
public final class @PASCAL@Validator {
    // @INTERVALS@
    private static final int[] POINTS = numbers(@POINTS@);
    private static final int[] CLASSES = numbers(@CLASSES@);

    // @CLASS_SETS@
    private static final int[] SETS = numbers(@SETS@);

    // @TRANSITIONS@
    private static final int[] EDGES = numbers(@EDGES@);

    // @NUMBERS@
    private static final int[] STATES = numbers(@STATES@);

    private @PASCAL@Validator() {}

    private static int[] numbers(String... lines) {
        return Arrays.stream(String.join(" ", lines).split(" ")).mapToInt(Integer::parseUnsignedInt).toArray();
    }

    private static int next(int state, int point) {
        int found = Arrays.binarySearch(POINTS, point);
        int number = CLASSES[found < 0 ? -found - 2 : found];
        for (int edge = STATES[state] >> 1; edge < STATES[state + 1] >> 1; edge++) {
            int word = SETS[EDGES[2 * edge] + number / 32];
            if ((word >>> number % 32 & 1) == 1) {
                return EDGES[2 * edge + 1];
            }
        }
        return 0;
    }

    /**
     * Returns @FAULT@
     */
    public static int fault(CharSequence text) {
        int state = @START@;
        int offset = 0;
        while (offset < text.length()) {
            int point = Character.codePointAt(text, offset);
            state = next(state, point);
            if (state == 0) {
                return offset;
            }
            offset += Character.charCount(point);
        }
        return (STATES[state] & 1) == 1 ? -1 : text.length();
    }

    /** Returns whether the whole text matches. */
    public static boolean matches(CharSequence text) {
        return fault(text) < 0;
    }
}
