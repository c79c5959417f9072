@HEAD@
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@FILE@"

// clang-format off
// @CASES_COMMENT@
static const struct {
    const char *utf8;
    size_t length;
    ptrdiff_t offset;
} cases[] = {
@CASES
    {@TEXT@, @LENGTH@, @OFFSET@},
@END
};
// clang-format on

static uint32_t unit(const char *digits)
{
    char four[5] = {0};
    memcpy(four, digits, 4);
    return (uint32_t)strtoul(four, NULL, 16);
}

// Decodes a JSON string of ASCII characters to UTF-8; returns its length.
static size_t unquote(const char *json, char *utf8)
{
    static const char escapes[] = "bfnrt", meant[] = "\b\f\n\r\t";
    size_t length = 0;
    for (json++; *json != '"';) {
        uint32_t point = (unsigned char)*json++;
        if (point == '\\') {
            const char *escape = strchr(escapes, *json);
            point = escape ? (unsigned char)meant[escape - escapes] : (unsigned char)*json;
            if (*json++ == 'u') {
                point = unit(json);
                json += 4;
            }
        }
        if (point >= 0xD800 && point < 0xDC00) {
            point = 0x10000 + ((point & 0x3FF) << 10) + (unit(json + 2) & 0x3FF);
            json += 6;
        }
        int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        utf8[length++] = (char)(more ? (0xFF00 >> (more + 1) & 0xFF) | point >> 6 * more : point);
        while (more-- > 0)
            utf8[length++] = (char)(0x80 | (point >> 6 * more & 0x3F));
    }
    return length;
}

// @SUITE_COMMENT@
static int suite(void)
{
    static char line[1 << 20], utf8[1 << 20];
    while (fgets(line, sizeof line, stdin))
        puts(@PREFIX@_matches(utf8, unquote(line, utf8)) ? "true" : "false");
    return 0;
}

int main(int count, char **arguments)
{
    int wrong = 0;
    if (count > 1 && strcmp(arguments[1], "--suite") == 0)
        return suite();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ptrdiff_t offset = @PREFIX@_fault(cases[i].utf8, cases[i].length);
        int matches = @PREFIX@_matches(cases[i].utf8, cases[i].length);
        if (offset == cases[i].offset && matches == (offset < 0))
            continue;
        printf("%s: %td, not %td\n", cases[i].utf8, offset, cases[i].offset);
        wrong++;
    }
    return wrong != 0;
}
