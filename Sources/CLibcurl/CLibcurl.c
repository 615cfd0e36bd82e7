#define _GNU_SOURCE
#include "CLibcurl.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

// The part of curl_version_info_data that is read.
struct version_data {
    int age;
    const char *version;
    unsigned version_num;
    const char *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const char *libz_version;
    const char *const *protocols;
    const char *ares;
    int ares_num;
    const char *libidn;
    int iconv_ver_num;
    const char *libssh_version;
    unsigned brotli_ver_num;
    const char *brotli_version;
    unsigned nghttp2_ver_num;
    const char *nghttp2_version;
    const char *quic_version;
    // From the seventh age on, libcurl 7.70.
    const char *cainfo;
    const char *capath;
};
enum { AGE_WITH_PATHS = 6, AGE_NOW = 6 };

#if __has_include(<curl/curl.h>)
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include "Transcription.h"
#endif

// With the real header above, the compiler refuses any prototype here that differs from libcurl's. Codes are enums
// without a negative value in the header, which makes them unsigned; multi codes have one, which makes them int.
// The names stand in brackets because the header also defines some of them as macros.
#if !__has_include(<curl/curl.h>)
typedef unsigned CURLcode;
typedef unsigned CURLoption;
typedef unsigned CURLINFO;
typedef int CURLMcode;
typedef unsigned CURLMoption;
typedef unsigned CURLMSG;
typedef void CURL;
typedef void CURLM;
typedef unsigned CURLversion;
typedef struct version_data curl_version_info_data;
struct curl_slist;
struct curl_waitfd {
    int fd;
    short events;
    short revents;
};
typedef struct CURLMsg {
    CURLMSG msg;
    CURL *easy_handle;
    union {
        void *whatever;
        CURLcode result;
    } data;
} CURLMsg;
#define CURL_GLOBAL_ALL 3
#define CURLMSG_DONE 1
#define CURL_WAIT_POLLIN 1
#define CURLOPT_WRITEFUNCTION 20011
#define CURLOPT_READFUNCTION 20012
#define CURLOPT_HEADERFUNCTION 20079
#define CURLOPT_SEEKFUNCTION 20167
#endif
// Older headers lack it.
#define OPT_PREREQFUNCTION 20312

extern CURLcode(curl_global_init)(long);
extern curl_version_info_data *(curl_version_info)(CURLversion);
extern CURL *(curl_easy_init)(void);
extern void(curl_easy_cleanup)(CURL *);
extern void(curl_easy_reset)(CURL *);
extern CURLcode(curl_easy_pause)(CURL *, int);
extern CURLcode(curl_easy_setopt)(CURL *, CURLoption, ...);
extern CURLcode(curl_easy_getinfo)(CURL *, CURLINFO, ...);
extern const char *(curl_easy_strerror)(CURLcode);
extern struct curl_slist *(curl_slist_append)(struct curl_slist *, const char *);
extern void(curl_slist_free_all)(struct curl_slist *);
extern CURLM *(curl_multi_init)(void);
extern CURLMcode(curl_multi_cleanup)(CURLM *);
extern CURLMcode(curl_multi_add_handle)(CURLM *, CURL *);
extern CURLMcode(curl_multi_remove_handle)(CURLM *, CURL *);
extern CURLMcode(curl_multi_setopt)(CURLM *, CURLMoption, ...);
extern CURLMcode(curl_multi_perform)(CURLM *, int *);
extern CURLMcode(curl_multi_poll)(CURLM *, struct curl_waitfd[], unsigned, int, int *);
extern CURLMsg *(curl_multi_info_read)(CURLM *, int *);

static int global_result;

static void initialize(void) {
    global_result = (int)curl_global_init(CURL_GLOBAL_ALL);
}

int cl_global_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
    return global_result;
}

static const struct version_data *info(void) { return (const struct version_data *)curl_version_info(AGE_NOW); }

const char *cl_version(void) { return info()->version; }
int cl_features(void) { return info()->features; }
const char *cl_tls_version(void) { return info()->ssl_version; }
const char *cl_default_cafile(void) { return info()->age >= AGE_WITH_PATHS ? info()->cainfo : NULL; }
const char *cl_default_capath(void) { return info()->age >= AGE_WITH_PATHS ? info()->capath : NULL; }

void *cl_easy_init(void) { return curl_easy_init(); }
void cl_easy_cleanup(void *easy) { curl_easy_cleanup(easy); }
void cl_easy_reset(void *easy) { curl_easy_reset(easy); }
int cl_easy_pause(void *easy, int bitmask) { return (int)curl_easy_pause(easy, bitmask); }

int cl_easy_set_long(void *easy, int option, long value) {
    return (int)(curl_easy_setopt)(easy, (CURLoption)option, value);
}

int cl_easy_set_offset(void *easy, int option, int64_t value) {
    return (int)(curl_easy_setopt)(easy, (CURLoption)option, value);
}

int cl_easy_set_pointer(void *easy, int option, const void *value) {
    return (int)(curl_easy_setopt)(easy, (CURLoption)option, value);
}

int cl_easy_set_string(void *easy, int option, const char *value) {
    return (int)(curl_easy_setopt)(easy, (CURLoption)option, value);
}

static int set_callback(void *easy, int option, void (*callback)(void), int context_option, void *context) {
    int result = (int)(curl_easy_setopt)(easy, (CURLoption)option, callback);
    return result ? result : (int)(curl_easy_setopt)(easy, (CURLoption)context_option, context);
}

int cl_easy_set_write(void *easy, cl_bytes_callback callback, void *context) {
    return set_callback(easy, CURLOPT_WRITEFUNCTION, (void (*)(void))callback, CL_OPT_WRITEDATA, context);
}

int cl_easy_set_header(void *easy, cl_bytes_callback callback, void *context) {
    return set_callback(easy, CURLOPT_HEADERFUNCTION, (void (*)(void))callback, CL_OPT_HEADERDATA, context);
}

int cl_easy_set_read(void *easy, cl_bytes_callback callback, void *context) {
    return set_callback(easy, CURLOPT_READFUNCTION, (void (*)(void))callback, CL_OPT_READDATA, context);
}

int cl_easy_set_seek(void *easy, cl_seek_callback callback, void *context) {
    return set_callback(easy, CURLOPT_SEEKFUNCTION, (void (*)(void))callback, CL_OPT_SEEKDATA, context);
}

int cl_easy_set_begin(void *easy, cl_begin_callback callback, void *context) {
    return set_callback(easy, OPT_PREREQFUNCTION, (void (*)(void))callback, CL_OPT_PREREQDATA, context);
}

long cl_easy_get_long(void *easy, int info) {
    long value = 0;
    (curl_easy_getinfo)(easy, (CURLINFO)info, &value);
    return value;
}

int64_t cl_easy_get_offset(void *easy, int info) {
    int64_t value = 0;
    (curl_easy_getinfo)(easy, (CURLINFO)info, &value);
    return value;
}

void *cl_easy_get_pointer(void *easy, int info) {
    void *value = NULL;
    (curl_easy_getinfo)(easy, (CURLINFO)info, &value);
    return value;
}

const char *cl_easy_strerror(int code) { return curl_easy_strerror((CURLcode)code); }

void *cl_slist_append(void *list, const char *line) { return curl_slist_append(list, line); }
void cl_slist_free_all(void *list) { curl_slist_free_all(list); }

void *cl_multi_init(void) { return curl_multi_init(); }
void cl_multi_cleanup(void *multi) { curl_multi_cleanup(multi); }
int cl_multi_add(void *multi, void *easy) { return curl_multi_add_handle(multi, easy); }
int cl_multi_remove(void *multi, void *easy) { return curl_multi_remove_handle(multi, easy); }

int cl_multi_set_long(void *multi, int option, long value) {
    return (curl_multi_setopt)(multi, (CURLMoption)option, value);
}

int cl_multi_perform(void *multi, int *running) { return curl_multi_perform(multi, running); }

int cl_multi_poll(void *multi, int wake_descriptor, int milliseconds) {
    struct curl_waitfd wake = {.fd = wake_descriptor, .events = CURL_WAIT_POLLIN, .revents = 0};
    int ready = 0;
    if (curl_multi_poll(multi, &wake, 1, milliseconds, &ready)) return -1;
    return wake.revents != 0;
}

bool cl_multi_next_done(void *multi, void **easy, int *code) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = message->easy_handle;
        *code = (int)message->data.result;
        return true;
    }
    return false;
}

int cl_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cl_event_signal(int descriptor) {
    uint64_t one = 1;
    // Only a full counter can refuse, and then the reader has a wake-up waiting already.
    (void)!write(descriptor, &one, sizeof one);
}

void cl_event_drain(int descriptor) {
    uint64_t count;
    (void)!read(descriptor, &count, sizeof count);
}

void cl_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }
