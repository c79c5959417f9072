// Boost.URL, asked as measure.py says.
#include <boost/url/src.hpp>
#include <iostream>
#include <string>

namespace urls = boost::urls;

int main() {
  for (std::string line; std::getline(std::cin, line); std::cout << std::endl) {
    auto first = line.find('\t'), second = line.find('\t', first + 1);
    auto operation = line.substr(0, first);
    auto text = line.substr(first + 1, second == std::string::npos ? second : second - first - 1);
    auto a = urls::parse_uri_reference(text);
    if (operation == "resolve") {
      auto b = urls::parse_uri_reference(std::string_view(line).substr(second + 1));
      urls::url result;
      if (a && b && urls::resolve(*a, *b, result)) std::cout << '=' << result.buffer();
      else std::cout << '!';
    } else {
      if (!a) { std::cout << '!'; continue; }
      urls::url url(*a);
      if (operation == "normalize") url.normalize();
      std::cout << '=' << url.buffer();
    }
  }
}
