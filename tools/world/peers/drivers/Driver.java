// The driver for Java, run as `java Driver.java PEER RULE`: reads one JSON string a line and prints `true` or `false`
// for each; what a peer throws without documenting it is printed as `error` with its name. `--version PEER` prints the
// version.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

public class Driver {
    static final Map<String, Predicate<String>> PEERS = Map.of(
        "control", text -> text.codePoints().asLongStream().sum() % 2 == 0,
        "java.net.URI", Driver::isUri);

    static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException refused) {
            return false;
        }
    }

    /** Returns the string that a line has in JSON. */
    static String decoded(String line) {
        StringBuilder text = new StringBuilder();
        int end = line.lastIndexOf('"');
        for (int at = line.indexOf('"') + 1; at < end; at++) {
            char found = line.charAt(at);
            if (found != '\\') {
                text.append(found);
                continue;
            }
            char escape = line.charAt(++at);
            switch (escape) {
                case 'u' -> {
                    text.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
                    at += 4;
                }
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                default -> text.append(escape);
            }
        }
        return text.toString();
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--version")) {
            System.out.println(System.getProperty("java.version"));
            return;
        }
        Predicate<String> check = PEERS.get(arguments[0]);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                answer = String.valueOf(check.test(decoded(line)));
            } catch (RuntimeException | StackOverflowError error) {
                answer = "error " + error.getClass().getSimpleName();
            }
            out.print(answer + "\n");
            out.flush();
        }
    }
}
