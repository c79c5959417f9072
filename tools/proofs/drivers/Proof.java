// The driver for Java, run as `java Proof.java ENGINE`: the first line has the export, each further one a string to
// match, as the bytes of UTF-16 (big-endian) in base64. Prints `1` or `0` for each, in one line, and with `--version` the version. Engines:
// java (java.util.regex) and xsd (javax.xml.validation, which is Xerces; the export is a schema).

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

public class Proof {
    static Predicate<String> java(String export) {
        Matcher matcher = Pattern.compile(export).matcher("");
        return text -> matcher.reset(text).find();  // the anchors alone make it match the whole string
    }

    /** Gives each text to the validator as the only content of an element, as a parser would. */
    static Predicate<String> xsd(String export) throws SAXException {
        Schema schema = SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema")
            .newSchema(new StreamSource(new StringReader(export)));
        boolean[] valid = {true};
        ValidatorHandler handler = schema.newValidatorHandler();
        handler.setErrorHandler(new DefaultHandler() {
            @Override
            public void error(SAXParseException found) {
                valid[0] = false;
            }
        });
        AttributesImpl none = new AttributesImpl();
        return text -> {
            try {
                valid[0] = true;
                handler.startDocument();
                handler.startElement("", "text", "text", none);
                handler.characters(text.toCharArray(), 0, text.length());
                handler.endElement("", "text", "text");
                handler.endDocument();
                return valid[0];
            } catch (SAXException error) {
                throw new IllegalStateException(error);
            }
        };
    }

    /** Returns the string that a line has: its UTF-16 in base64, lone surrogates and all. */
    static String decoded(String line) {
        return ByteBuffer.wrap(Base64.getDecoder().decode(line)).asCharBuffer().toString();
    }

    public static void main(String[] arguments) throws IOException, SAXException {
        if (arguments[0].equals("--version")) {
            System.out.println(System.getProperty("java.version"));
            return;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String export = decoded(in.readLine());
        Predicate<String> check = arguments[0].equals("java") ? java(export) : xsd(export);
        StringBuilder answers = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long start = System.nanoTime();
            boolean answer = check.test(decoded(line));
            if (arguments.length > 1) {  // --time: the microseconds that each answer takes
                System.out.println((System.nanoTime() - start) / 1000);
            }
            answers.append(answer ? '1' : '0');
        }
        System.out.println(answers);
    }
}
