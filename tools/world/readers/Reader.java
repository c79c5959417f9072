// Reads a text per line, in hexadecimal UTF-8; writes what java.net.URL and java.net.URI read: host:port in hexadecimal,
// or -.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.util.HexFormat;
import static java.nio.charset.StandardCharsets.UTF_8;

public class Reader {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        var out = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String text = new String(HexFormat.of().parseHex(line), UTF_8);
            out.append(url(text)).append(' ').append(uri(text)).append('\n');
        }
        System.out.print(out);
    }

    static String url(String text) {
        try {
            URL url = new URL(text);
            return row(url.getHost(), url.getPort());
        } catch (Exception refusal) {
            return "-";
        }
    }

    static String uri(String text) {
        try {
            URI uri = new URI(text);
            return row(uri.getHost(), uri.getPort());
        } catch (Exception refusal) {
            return "-";
        }
    }

    static String row(String host, int port) throws Exception {
        if (host == null || host.isEmpty()) return "-";
        if (host.matches("(0*(1?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])([.](?!$)|$)){4}")) { // no name is looked up
            host = InetAddress.getByName(host).getHostAddress();
        }
        return HexFormat.of().formatHex((host + ":" + (port < 0 ? "" : port)).getBytes(UTF_8));
    }
}
