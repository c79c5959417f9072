#include "lanes.h"
#include "many.h"

#include <string.h>

/* What is wanted of the lines of a file: how many match, and which do not, or all. */
enum { COUNTS, INVALID, EVERY };

/* The number of lines that are taken in before their verdicts are read. */
#define PART 2048

typedef struct {
    int64_t number, start, end, valid;
} Span;

typedef struct {
    int wanted;
    int64_t lines, valid, invalid;
    Span *spans;
    size_t made, room;
} Report;

/* Counts the lines of a part and notes the requested ones; -1 without memory. */
static int
note(Report *report, const Span *part, size_t count, const uint8_t *verdict)
{
    for (size_t at = 0; at < count; at++) {
        report->valid += verdict[at];
        report->invalid += !verdict[at];
        if (report->wanted == COUNTS || (report->wanted == INVALID && verdict[at]))
            continue;
        if (report->made == report->room) {
            size_t room = report->room ? 2 * report->room : 256;
            Span *more = PyMem_RawRealloc(report->spans, room * sizeof(Span));
            if (!more)
                return -1;
            report->spans = more;
            report->room = room;
        }
        report->spans[report->made] = part[at];
        report->spans[report->made++].valid = verdict[at];
    }
    return 0;
}

/* Walks the lines of a text; each LF, or CRLF, ends one, and empty ones are not walked. -1 without memory. */
static int
check_lines(Lanes *lanes, const char *text, Py_ssize_t size, Report *report)
{
    Span part[PART];
    uint8_t verdict[PART] = {0};
    size_t count = 0;
    for (Py_ssize_t start = 0, next; start < size; start = next) {
        const char *feed = memchr(text + start, '\n', (size_t)(size - start));
        Py_ssize_t end = feed ? feed - text : size;
        next = end + 1;
        report->lines++;
        if (feed && end > start && text[end - 1] == '\r')
            end--;
        if (end == start)
            continue;
        if (count == PART) {
            lanes_finish(lanes);
            if (note(report, part, count, verdict) < 0)
                return -1;
            count = 0;
        }
        part[count] = (Span){.number = report->lines, .start = start, .end = end};
        lanes_add(lanes, text + start, (size_t)(end - start), verdict + count++);
    }
    lanes_finish(lanes);
    return note(report, part, count, verdict);
}

const char match_lines_doc[] =
    "match_lines($self, text, wanted, /)\n--\n\n"
    "Return how many lines a text in UTF-8 has, how many match, how many do not, and where those are that are wanted.\n\n"
    "Each LF or CRLF ends a line; empty lines are only counted as lines. Listing are none (0), those that do not match (1),\n"
    "or all (2): for each four numbers of 64 bits, its number from 1, its first byte, its end, and whether it matches.";

PyObject *
match_lines(Automaton *self, PyObject *args)
{
    Py_buffer text;
    Report report = {0};
    Lanes lanes;
    PyObject *answers = NULL;
    int checked;
    if (!PyArg_ParseTuple(args, "y*i:match_lines", &text, &report.wanted))
        return NULL;
    lanes_init(&lanes, self, UTF8, (size_t)text.len / 64);
    Py_BEGIN_ALLOW_THREADS
    checked = check_lines(&lanes, text.buf, text.len, &report);
    Py_END_ALLOW_THREADS
    if (checked < 0)
        PyErr_NoMemory();
    else
        answers = Py_BuildValue("LLLN", (long long)report.lines, (long long)report.valid, (long long)report.invalid,
                                PyBytes_FromStringAndSize((const char *)report.spans,
                                                          (Py_ssize_t)(report.made * sizeof(Span))));
    PyMem_RawFree(report.spans);
    PyBuffer_Release(&text);
    return answers;
}
