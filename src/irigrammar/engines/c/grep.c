#include "search_object.h"

#include <string.h>

/* The outputs; engines/search.py names them. */
enum { NOTHING, LINES, MATCHES, ROWS, OUTPUTS };

/* Bytes that are searched before signals are looked at. */
#define BYTES_AT_ONCE ((size_t)1 << 22)

typedef struct {
    int64_t line, start, end, match_start, match_end;
} Row;

typedef struct {
    Sets *sets;
    const Factors *factors;
    const uint8_t *text;
    size_t size;
    int output, invert, has_empty; /* whether each line has an empty match */
    uint8_t feed;
    Py_ssize_t most, number;
    const char *prefix;
    size_t prefix_size;
    size_t at, lines, selected; /* how much was read */
    Matches matches;            /* of a line */
    uint8_t *written;
    size_t made, room;
} Grep;

static int
write_bytes(Grep *grep, const void *bytes, size_t size)
{
    if (size > grep->room - grep->made) {
        size_t room = 2 * (grep->room + size);
        uint8_t *more = PyMem_RawRealloc(grep->written, room);
        if (!more)
            return -1;
        grep->written = more;
        grep->room = room;
    }
    if (size)
        memcpy(grep->written + grep->made, bytes, size);
    grep->made += size;
    return 0;
}

/* Writes the prefix, the number of the line, bytes of the text, and the end of a line. */
static int
write_line(Grep *grep, size_t start, size_t end)
{
    char digits[24];
    int count = grep->number < 0 ? 0 : snprintf(digits, sizeof digits, "%zd:", grep->number + (Py_ssize_t)grep->lines);
    return write_bytes(grep, grep->prefix, grep->prefix_size) < 0 || write_bytes(grep, digits, (size_t)count) < 0 ||
                   write_bytes(grep, grep->text + start, end - start) < 0 || write_bytes(grep, &grep->feed, 1) < 0
               ? -1
               : 0;
}

/* Writes the matches of a line, or rows for them; a line without one has a row, too. */
static int
write_matches(Grep *grep, size_t start, size_t end)
{
    const Matches *matches = &grep->matches;
    Row row = {(int64_t)grep->lines, (int64_t)start, (int64_t)end, -1, -1};
    int written = 0;
    if (grep->output == ROWS && !matches->made)
        written = write_bytes(grep, &row, sizeof row);
    for (size_t at = 0; written == 0 && at < matches->made; at++) {
        Match match = {start + matches->matches[at].start, start + matches->matches[at].end};
        row.match_start = (int64_t)match.start;
        row.match_end = (int64_t)match.end;
        written = grep->output == ROWS ? write_bytes(grep, &row, sizeof row) : write_line(grep, match.start, match.end);
    }
    return written;
}

/* Whether a line has a match, all of which are found where they are wanted: 1 or 0, -1 without memory. */
static int
search_line(Grep *grep, size_t start, size_t end)
{
    const uint8_t *text = grep->text + start;
    size_t size = end - start;
    grep->matches.made = 0;
    if (sets_trim(grep->sets) < 0)
        return -1;
    if (size <= SET_BLOCK)
        return grep->output < MATCHES || grep->invert ? has_match(grep->sets, text, size)
                                                      : search_block(grep->sets, text, size, &grep->matches);
    Search search;
    int more = search_begin(&search, grep->sets, text, size) < 0 ? -1 : 1;
    while (more > 0)
        more = search_on(&search, grep->sets, &grep->matches);
    search_end(&search);
    return more < 0 ? -1 : grep->matches.made > 0;
}

/* How many lines end from one offset to another. The inner loop is one that compilers do 16 bytes at a time. */
static size_t
count_feeds(const Grep *grep, size_t at, size_t end)
{
    const uint8_t *text = grep->text;
    uint8_t feed = grep->feed;
    size_t count = 0;
    for (; end - at >= 240; at += 240) {
        uint8_t few = 0;
        for (int byte = 0; byte < 240; byte++)
            few += text[at + (size_t)byte] == feed;
        count += few;
    }
    for (; at < end; at++)
        count += text[at] == feed;
    return count;
}

/* Goes to the start of the line with the next place where a match can be, over lines without one. */
static void
skip(Grep *grep, const Probe *probe)
{
    size_t place = probe_from(probe, grep->text, grep->at, grep->size), start = place;
    if (place == grep->size) /* the last line may lack its end */
        grep->lines += start > grep->at && grep->text[start - 1] != grep->feed;
    else
        while (start > grep->at && grep->text[start - 1] != grep->feed)
            start--;
    grep->lines += count_feeds(grep, grep->at, start);
    grep->at = start;
}

/* Reads some bytes more, as whole lines; 1 where there are more, 0 at the end, -1 without memory. */
static int
read_lines(Grep *grep, const Probe *probe)
{
    size_t enough = grep->at + BYTES_AT_ONCE;
    while (grep->at < grep->size && grep->at < enough && grep->selected != (size_t)grep->most) {
        if (probe)
            skip(grep, probe);
        if (grep->at == grep->size)
            break;
        size_t start = grep->at;
        const uint8_t *feed = memchr(grep->text + start, grep->feed, grep->size - start);
        size_t end = feed ? (size_t)(feed - grep->text) : grep->size;
        int found = search_line(grep, start, end);
        if (found < 0)
            return -1;
        if ((found || grep->has_empty) != grep->invert) {
            grep->selected++;
            if (grep->output == LINES ? write_line(grep, start, end) < 0
                : grep->output        ? write_matches(grep, start, end) < 0
                                      : 0)
                return -1;
        }
        grep->lines++;
        grep->at = feed ? end + 1 : end;
    }
    return grep->at < grep->size && grep->selected != (size_t)grep->most;
}

const char search_lines_doc[] =
    "lines($self, data, output, *, feed=b'\\n', invert=False, most=-1, prefix=b'', number=-1)\n--\n\n"
    "Search each line of some bytes: engines.search.Search.lines.\n\n"
    "Return how many bytes were read, how many lines, how many of them were selected, and the output.";

PyObject *
search_lines(SearchObject *self, PyObject *args, PyObject *named)
{
    static char *names[] = {"data", "output", "feed", "invert", "most", "prefix", "number", NULL};
    Py_buffer data;
    Py_ssize_t prefix_size = 0;
    char feed = '\n';
    Grep grep = {.most = -1, .prefix = "", .number = -1};
    if (!PyArg_ParseTupleAndKeywords(args, named, "y*i|$cpny#n:lines", names, &data, &grep.output, &feed, &grep.invert,
                                     &grep.most, &grep.prefix, &prefix_size, &grep.number))
        return NULL;
    grep.text = data.buf;
    grep.size = (size_t)data.len;
    grep.feed = (uint8_t)feed;
    grep.prefix_size = (size_t)prefix_size;
    grep.has_empty = self->dfa->accepting[self->dfa->start >> self->dfa->shift];
    PyObject *answer = NULL;
    grep.sets = lend_sets(self);
    if (grep.output < 0 || grep.output >= OUTPUTS)
        PyErr_SetString(PyExc_ValueError, "an output is a number from 0 to 3");
    else if (grep.sets) {
        Probe probe;
        size_t sample = grep.size < SAMPLE ? grep.size : SAMPLE;
        int has_probe = !grep.invert && !grep.has_empty && choose_probe(&probe, &self->factors, grep.text, sample),
            more = 1;
        while (more > 0) {
            Py_BEGIN_ALLOW_THREADS
            more = read_lines(&grep, has_probe ? &probe : NULL);
            Py_END_ALLOW_THREADS
            if (more < 0)
                PyErr_NoMemory();
            else if (PyErr_CheckSignals() < 0)
                more = -1;
        }
        if (more == 0)
            answer = Py_BuildValue("nnny#", (Py_ssize_t)grep.at, (Py_ssize_t)grep.lines, (Py_ssize_t)grep.selected,
                                   grep.written ? (const char *)grep.written : "", (Py_ssize_t)grep.made);
    }
    if (grep.sets)
        return_sets(self, grep.sets);
    PyMem_RawFree(grep.matches.matches);
    PyMem_RawFree(grep.written);
    PyBuffer_Release(&data);
    return answer;
}
