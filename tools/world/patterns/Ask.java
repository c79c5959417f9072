// The Xerces of the JDK answers questions of tools/world/patterns/measure.py, lines in, lines out.
import com.sun.org.apache.xerces.internal.impl.xpath.regex.ParseException;
import com.sun.org.apache.xerces.internal.impl.xpath.regex.RegularExpression;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

class Ask {
  /** Adds a range of code points as text. */
  static void add(StringBuilder text, int low, int high) {
    text.append(text.length() == 0 ? "" : " ").append(Integer.toHexString(low).toUpperCase());
    if (low != high) text.append("-").append(Integer.toHexString(high).toUpperCase());
  }

  /** Returns the text of code points in hexadecimal digits. */
  static String text(String points) {
    StringBuilder text = new StringBuilder();
    for (String point : points.split(" ")) {
      if (!point.isEmpty()) text.appendCodePoint(Integer.parseInt(point, 16));
    }
    return text.toString();
  }

  static String answer(String pattern, String before, String after, String domain) {
    RegularExpression expression;
    try {
      expression = new RegularExpression(pattern, "X"); // as of a schema
    } catch (ParseException error) {
      return "refused";
    }
    StringBuilder text = new StringBuilder();
    int first = -1;
    int last = -2;
    for (String range : domain.split(" ")) {
      String[] ends = range.split("-");
      int high = Integer.parseInt(ends[ends.length - 1], 16);
      for (int point = Integer.parseInt(ends[0], 16); point <= high; point++) {
        if (point >= 0xD800 && point <= 0xDFFF || !expression.matches(before + Character.toString(point) + after)) continue;
        if (point != last + 1) {
          if (first >= 0) add(text, first, last);
          first = point;
        }
        last = point;
      }
    }
    if (first >= 0) add(text, first, last);
    return text.toString();
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println(System.getProperty("java.version"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t", -1);
      if (fields.length == 5) {
        System.out.println(answer(fields[0], text(fields[2]), text(fields[3]), fields[4]));
      }
    }
  }
}
