// uriparser, asked as measure.py says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

static int shown(const UriUriA *uri) {
  int size = 0;
  if (uriToStringCharsRequiredA(uri, &size) != URI_SUCCESS) return 0;
  char *text = malloc((size_t)size + 1);
  int good = uriToStringA(text, uri, size + 1, NULL) == URI_SUCCESS;
  if (good) printf("=%s\n", text);
  free(text);
  return good;
}

int main(void) {
  static char line[65536];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char *operation = line, *first = strchr(line, '\t'), *second = NULL;
    *first++ = 0;
    if ((second = strchr(first, '\t'))) *second++ = 0;
    UriUriA a, b, result;
    int good = uriParseSingleUriA(&a, first, NULL) == URI_SUCCESS;
    if (good && second) good = uriParseSingleUriA(&b, second, NULL) == URI_SUCCESS;
    if (good && !strcmp(operation, "resolve")) good = uriAddBaseUriA(&result, &b, &a) == URI_SUCCESS && shown(&result);
    else if (good && !strcmp(operation, "relativize"))
      good = uriRemoveBaseUriA(&result, &b, &a, URI_FALSE) == URI_SUCCESS && shown(&result);
    else if (good && !strcmp(operation, "normalize")) good = uriNormalizeSyntaxA(&a) == URI_SUCCESS && shown(&a);
    else if (good && !strcmp(operation, "write")) good = shown(&a);
    if (!good) puts("!");
  }
}
