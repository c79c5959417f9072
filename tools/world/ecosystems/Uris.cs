// .NET's System.Uri, asked as measure.py says.
using System;
using System.Text;

static class Uris {
  static string Answer(string[] parts) {
    switch (parts[0]) {
      case "resolve": return "=" + new Uri(new Uri(parts[1]), parts[2]).AbsoluteUri;
      case "relativize": return "=" + new Uri(parts[1]).MakeRelativeUri(new Uri(parts[2]));
      case "to-iri": return "=" + new Uri(parts[1]);
      default: return "=" + new Uri(parts[1]).AbsoluteUri;
    }
  }

  static void Main() {
    var utf8 = new UTF8Encoding(false);
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
    var input = new System.IO.StreamReader(Console.OpenStandardInput(), utf8);
    for (string line; (line = input.ReadLine()) != null;)
      try { output.WriteLine(Answer(line.Split('\t'))); } catch (Exception) { output.WriteLine("!"); }
  }
}
