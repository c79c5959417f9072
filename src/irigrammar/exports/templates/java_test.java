@HEAD@

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

class @PASCAL@ValidatorTest {
    // @CASES_COMMENT@
    private static final Object[][] CASES = {
@CASES
        {@TEXT@, @OFFSET@},
@END
    };

    @Test
    void smallSuite() {
        for (Object[] row : CASES) {
            String text = (String) row[0];
            int offset = (int) row[1];
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(offset, @PASCAL@Validator.fault(text), text);
            assertEquals(offset < 0, @PASCAL@Validator.matches(bytes), text);
        }
    }

    // Decodes a JSON string of ASCII characters.
    private static String unquote(String json) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char unit = json.charAt(i);
            if (unit == '\\') {
                unit = json.charAt(++i);
                int escape = "bfnrt".indexOf(unit);
                if (unit == 'u') {
                    unit = (char) Integer.parseInt(json.substring(i + 1, i + 5), 16);
                    i += 4;
                } else if (escape >= 0) {
                    unit = "\b\f\n\r\t".charAt(escape);
                }
            }
            text.append(unit);
        }
        return text.toString();
    }

    private static String answer(String line) {
        return @PASCAL@Validator.matches(unquote(line)) + "\n";
    }

    // @SUITE_COMMENT@
    public static void main(String[] arguments) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        in.lines().map(@PASCAL@ValidatorTest::answer).forEach(out::append);
        System.out.print(out);
    }
}
