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

    // @CLASS_SETS@
    private static final int[] SETS = numbers(@SETS@);

    // @TRANSITIONS@
    private static final int[] EDGES = numbers(@EDGES@);

    // @NUMBERS@
    private static final int[] STATES = numbers(@STATES@);
@SPLIT

    // @STEP_INDEXES@
    private static final int[] ACTIONS = numbers(@ACTIONS@);
    private static final int[] ENDS = numbers(@ENDS@);

    // @STEP_NUMBERS@
    private static final int[] STEPS = numbers(@STEPS@);

    /** The components of a text. */
    public enum Component {
        @FIELD_UPPER@,
    }
@END

    private @PASCAL@Validator() {}

    private static int[] numbers(String... lines) {
        return Arrays.stream(String.join(" ", lines).split(" ")).mapToInt(Integer::parseUnsignedInt).toArray();
    }

    // @NEXT@
    private static int next(int state, int point) {
        int found = Arrays.binarySearch(POINTS, point);
        int number = CLASSES[found < 0 ? -found - 2 : found];
        for (int edge = STATES[state] >> 1; edge < STATES[state + 1] >> 1; edge++) {
            int word = SETS[EDGES[2 * edge] + number / 32];
            if ((word >>> number % 32 & 1) == 1) {
                return 2 * edge + 1;
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
            int edge = next(state, point);
            if (edge == 0) {
                return offset;
            }
            state = EDGES[edge];
            offset += Character.charCount(point);
        }
        return (STATES[state] & 1) == 1 ? -1 : text.length();
    }

    /** Returns whether the whole text matches. */
    public static boolean matches(CharSequence text) {
        return fault(text) < 0;
    }
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

    /**
     * Returns the start and end of each component that is there, in UTF-16 code units; null if the text does not match.
     */
    public static EnumMap<Component, int[]> split(CharSequence text) {
        if (!matches(text)) {
            return null;
        }
        int[][] rows = new int[1][@WIDTH@];
        Arrays.fill(rows[0], -1);
        int state = @START@;
        int offset = 0;
        while (offset < text.length()) {
            int point = Character.codePointAt(text, offset);
            int edge = next(state, point);
            rows = run(rows, ACTIONS[edge / 2], offset);
            state = EDGES[edge];
            offset += Character.charCount(point);
        }
        int[] row = run(rows, ENDS[state], text.length())[0];
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
