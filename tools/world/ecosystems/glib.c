// GLib's GUri, asked as measure.py says.
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static void show(GUri *uri) {
  g_autofree char *text = uri ? g_uri_to_string(uri) : NULL;
  printf(text ? "=%s\n" : "!\n", text);
  if (uri) g_uri_unref(uri);
}

int main(void) {
  static char line[65536];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char **part = g_strsplit(line, "\t", 3);
    if (!strcmp(part[0], "resolve")) {
      char *text = g_uri_resolve_relative(part[1], part[2], G_URI_FLAGS_NONE, NULL);
      printf(text ? "=%s\n" : "!\n", text);
    } else if (!strcmp(part[0], "write")) show(g_uri_parse(part[1], G_URI_FLAGS_ENCODED, NULL));
    else if (!strcmp(part[0], "normalize")) show(g_uri_parse(part[1], G_URI_FLAGS_SCHEME_NORMALIZE, NULL));
    else if (!strncmp(part[0], "to-", 3)) show(g_uri_parse(part[1], G_URI_FLAGS_NONE, NULL));
  }
}
