#include "desk.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Offsets in the header of an XWD file, in big-endian words of four bytes. */
enum { HEADER_BYTES = 0, WIDTH = 4, HEIGHT = 5, BITS_PER_PIXEL = 11, BYTES_PER_LINE = 12, COLORS = 19 };
enum { BYTES_PER_COLOR = 12 };

/* The distance between sampled points of the screen; a square of 32 pixels has 16 of them, 12 if its corners are
 * rounded. */
enum { STEP = 8, LEAST = 12 };

static const unsigned char *pixels;
static unsigned width, height, bytes_per_line;

void screen_map(const char *path) {
    struct stat information;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &information) != 0) fail(path, strerror(errno));
    const uint32_t *header = mmap(NULL, information.st_size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (header == MAP_FAILED) fail(path, strerror(errno));
    width = ntohl(header[WIDTH]);
    height = ntohl(header[HEIGHT]);
    bytes_per_line = ntohl(header[BYTES_PER_LINE]);
    size_t start = ntohl(header[HEADER_BYTES]) + (size_t)ntohl(header[COLORS]) * BYTES_PER_COLOR;
    if (ntohl(header[BITS_PER_PIXEL]) != 32 || start + (size_t)bytes_per_line * height > (size_t)information.st_size)
        fail(path, "is not a screen with 32 bits to a pixel");
    pixels = (const unsigned char *)header + start;
}

int screen_shows(uint32_t color) {
    int found = 0;
    for (unsigned y = 0; y < height; y += STEP) {
        const volatile uint32_t *line = (const volatile uint32_t *)(pixels + (size_t)y * bytes_per_line);
        for (unsigned x = 0; x < width; x += STEP) found += (line[x] & 0xffffff) == color;
    }
    return found >= LEAST;
}

void screen_wait(uint32_t color, int is_shown, pid_t process) {
    char text[20];
    snprintf(text, sizeof text, "%06x", color);
    double start = now();
    while (screen_shows(color) != is_shown) {
        if (now() - start > PATIENCE) fail(text, is_shown ? "did not come within a minute" : "stayed for a minute");
        if (process != 0 && family_has_failed(process)) fail(text, "the program failed before");
        pass();
    }
}
