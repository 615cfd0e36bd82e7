// Writes the gzip coding with the zlib that libcurl itself brings along to read it; found at run time, as it has no -dev
// package where Swift builds.
#define _GNU_SOURCE
#include "CLibcurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>

// The struct of zlib 1.x, whose layout has not changed since 1995.
struct stream {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *(*allocate)(void *, unsigned, unsigned);
    void (*release)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

enum { DEFAULT_LEVEL = -1, DEFLATED = 8, GZIP_OF_32_KB = 15 + 16, MEMORY_LEVEL = 8, FINISH = 4, STREAM_END = 1 };

static struct {
    const char *(*zlibVersion)(void);
    int (*deflateInit2_)(struct stream *, int, int, int, int, int, const char *, int);
    int (*deflate)(struct stream *, int);
    int (*deflateEnd)(struct stream *);
    bool is_there;
} zlib;

static void find(void) {
    zlib.is_there = true;
#define FIND(name) zlib.is_there = (*(void **)&zlib.name = dlsym(RTLD_DEFAULT, #name)) && zlib.is_there
    FIND(zlibVersion);
    FIND(deflateInit2_);
    FIND(deflate);
    FIND(deflateEnd);
#undef FIND
}

bool cl_gzip_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return zlib.is_there;
}

size_t cl_gzip(const void *bytes, size_t length, void *into, size_t room) {
    if (!cl_gzip_is_there() || length > UINT_MAX || room > UINT_MAX) return 0;
    struct stream stream = {
        .next_in = bytes, .avail_in = (unsigned)length, .next_out = into, .avail_out = (unsigned)room
    };
    const char *version = zlib.zlibVersion();
    int size = (int)sizeof stream;
    if (zlib.deflateInit2_(&stream, DEFAULT_LEVEL, DEFLATED, GZIP_OF_32_KB, MEMORY_LEVEL, 0, version, size)) return 0;
    bool is_whole = zlib.deflate(&stream, FINISH) == STREAM_END;
    size_t written = room - stream.avail_out;
    zlib.deflateEnd(&stream);
    return is_whole ? written : 0;
}
