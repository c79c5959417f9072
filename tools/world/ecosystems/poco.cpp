// POCO's URI, asked as measure.py says.
#include <Poco/Exception.h>
#include <Poco/URI.h>
#include <iostream>
#include <string>

int main() {
  for (std::string line; std::getline(std::cin, line); std::cout << std::endl) {
    auto first = line.find('\t'), second = line.find('\t', first + 1);
    auto operation = line.substr(0, first);
    auto text = line.substr(first + 1, second == std::string::npos ? second : second - first - 1);
    try {
      Poco::URI uri(text);
      if (operation == "resolve") uri.resolve(line.substr(second + 1));
      else if (operation == "normalize") uri.normalize();
      std::cout << '=' << uri.toString();
    } catch (const Poco::Exception &) { std::cout << '!'; }
  }
}
