// Read the URLs of drive.py's questions with whatwg-url, whose folder is the argument, as page.html does with a browser's
// URL. It encodes queries as UTF-8 only, so that it has no answer for links of documents.
"use strict";
const { URL: Url } = require(process.argv[2]);
const read = ([input, base]) => {
  const url = Url.parse(input, base ?? undefined);
  return url && [url.href, url.username, url.password, url.hostname, url.port, url.pathname, url.search, url.hash];
};
const { urls } = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify({ urls: urls.map(read), links: {} }));
