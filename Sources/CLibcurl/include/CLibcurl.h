// Typed wrappers of the part of libcurl that the engine uses. Swift can't call variadic functions such as
// curl_easy_setopt, and the -dev package with <curl/curl.h> is not there on a machine that only runs Swift, so
// prototypes and constants are written down here and proved against the real header, where there is one, in CLibcurl.c.
#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Options: a `long` below 10000, a pointer below 20000, a function below 30000, then a 64-bit number.
enum {
    CL_OPT_LOW_SPEED_LIMIT = 19,
    CL_OPT_LOW_SPEED_TIME = 20,
    CL_OPT_SSLVERSION = 32,
    CL_OPT_NOBODY = 44,
    CL_OPT_UPLOAD = 46,
    CL_OPT_POST = 47,
    CL_OPT_FOLLOWLOCATION = 52,
    CL_OPT_HTTPPROXYTUNNEL = 61,
    CL_OPT_SSL_VERIFYPEER = 64,
    CL_OPT_FRESH_CONNECT = 74,
    CL_OPT_SSL_VERIFYHOST = 81,
    CL_OPT_HTTP_VERSION = 84,
    CL_OPT_DNS_CACHE_TIMEOUT = 92,
    CL_OPT_BUFFERSIZE = 98,
    CL_OPT_NOSIGNAL = 99,
    CL_OPT_IPRESOLVE = 113,
    CL_OPT_SSL_SESSIONID_CACHE = 150,
    CL_OPT_TIMEOUT_MS = 155,
    CL_OPT_CONNECTTIMEOUT_MS = 156,
    CL_OPT_PROTOCOLS = 181,
    CL_OPT_REDIR_PROTOCOLS = 182,
    CL_OPT_PATH_AS_IS = 234,
    CL_OPT_PIPEWAIT = 237,
    CL_OPT_PROXY_SSLVERSION = 250,
    CL_OPT_SUPPRESS_CONNECT_HEADERS = 265,
    CL_OPT_UPLOAD_BUFFERSIZE = 280,
    CL_OPT_MAXAGE_CONN = 288,
    CL_OPT_CA_CACHE_TIMEOUT = 321,
    CL_OPT_QUICK_EXIT = 322,

    CL_OPT_WRITEDATA = 10001,
    CL_OPT_URL = 10002,
    CL_OPT_PROXY = 10004,
    CL_OPT_READDATA = 10009,
    CL_OPT_ERRORBUFFER = 10010,
    CL_OPT_HTTPHEADER = 10023,
    CL_OPT_SSLCERT = 10025,
    CL_OPT_KEYPASSWD = 10026,
    CL_OPT_HEADERDATA = 10029,
    CL_OPT_CUSTOMREQUEST = 10036,
    CL_OPT_INTERFACE = 10062,
    CL_OPT_CAINFO = 10065,
    CL_OPT_SSLKEY = 10087,
    CL_OPT_CAPATH = 10097,
    CL_OPT_ACCEPT_ENCODING = 10102,
    CL_OPT_PRIVATE = 10103,
    CL_OPT_SEEKDATA = 10168,
    CL_OPT_PROXYUSERNAME = 10175,
    CL_OPT_PROXYPASSWORD = 10176,
    CL_OPT_NOPROXY = 10177,
    CL_OPT_RESOLVE = 10203,
    CL_OPT_PINNEDPUBLICKEY = 10230,
    CL_OPT_UNIX_SOCKET_PATH = 10231,
    CL_OPT_PROXY_CAINFO = 10246,
    CL_OPT_PROXY_CAPATH = 10247,
    CL_OPT_PREREQDATA = 10313,
    CL_OPT_PROTOCOLS_STR = 10318,
    CL_OPT_REDIR_PROTOCOLS_STR = 10319,

    CL_OPT_INFILESIZE_LARGE = 30115,
    CL_OPT_POSTFIELDSIZE_LARGE = 30120,
};

enum {
    CL_HTTP_VERSION_1_1 = 2,
    CL_HTTP_VERSION_2TLS = 4,
    CL_IPRESOLVE_V4 = 1,
    CL_IPRESOLVE_V6 = 2,
    CL_SSLVERSION_TLSv1_2 = 6,
    CL_SSLVERSION_TLSv1_3 = 7,
    CL_PROTO_HTTP_AND_HTTPS = 3,
    CL_ERROR_SIZE = 256,
    CL_READFUNC_ABORT = 0x10000000,
    CL_READFUNC_PAUSE = 0x10000001,
    CL_WRITEFUNC_PAUSE = 0x10000001,
    CL_SEEKFUNC_FAIL = 1,
    CL_PREREQFUNC_OK = 0,
    CL_PREREQFUNC_ABORT = 1,
    CL_PAUSE_CONT = 0,
};

enum {
    CL_INFO_RESPONSE_CODE = 0x200002,
    CL_INFO_REQUEST_SIZE = 0x20000C,
    CL_INFO_SSL_VERIFYRESULT = 0x20000D,
    CL_INFO_HTTP_CONNECTCODE = 0x200016,
    CL_INFO_OS_ERRNO = 0x200019,
    CL_INFO_PROXY_SSL_VERIFYRESULT = 0x20002F,
    CL_INFO_PROXY_ERROR = 0x20003B,
    CL_INFO_PRIVATE = 0x100015,
    CL_INFO_CONTENT_LENGTH_DOWNLOAD_T = 0x60000F,
    CL_INFO_PRETRANSFER_TIME_T = 0x600035,
    CL_INFO_STARTTRANSFER_TIME_T = 0x600036,
};

// Result codes of a transfer that the engine tells apart.
enum {
    CL_OK = 0,
    CL_UNSUPPORTED_PROTOCOL = 1,
    CL_URL_MALFORMAT = 3,
    CL_COULDNT_RESOLVE_PROXY = 5,
    CL_COULDNT_RESOLVE_HOST = 6,
    CL_COULDNT_CONNECT = 7,
    CL_WEIRD_SERVER_REPLY = 8,
    CL_HTTP2 = 16,
    CL_PARTIAL_FILE = 18,
    CL_OUT_OF_MEMORY = 27,
    CL_OPERATION_TIMEDOUT = 28,
    CL_SSL_CONNECT_ERROR = 35,
    CL_BAD_FUNCTION_ARGUMENT = 43,
    CL_INTERFACE_FAILED = 45,
    CL_UNKNOWN_OPTION = 48,
    CL_GOT_NOTHING = 52,
    CL_SEND_ERROR = 55,
    CL_RECV_ERROR = 56,
    CL_SSL_CERTPROBLEM = 58,
    CL_SSL_CIPHER = 59,
    CL_PEER_FAILED_VERIFICATION = 60,
    CL_BAD_CONTENT_ENCODING = 61,
    CL_SEND_FAIL_REWIND = 65,
    CL_SSL_CACERT_BADFILE = 77,
    CL_SSL_ISSUER_ERROR = 83,
    CL_SSL_PINNEDPUBKEYNOTMATCH = 90,
    CL_SSL_INVALIDCERTSTATUS = 91,
    CL_HTTP2_STREAM = 92,
    CL_PROXY = 97,
    CL_SSL_CLIENTCERT = 98,
};

enum {
    CL_MOPT_PIPELINING = 3,
    CL_MOPT_MAXCONNECTS = 6,
    CL_PIPE_MULTIPLEX = 2,
};

// Why a SOCKS proxy did not let a connection through.
enum {
    CL_PROXY_NO_AUTH = 12,
    CL_PROXY_REPLY_HOST_UNREACHABLE = 21,
    CL_PROXY_REPLY_NOT_ALLOWED = 23,
    CL_PROXY_USER_REJECTED = 33,
};

enum {
    CL_FEATURE_IPV6 = 1 << 0,
    CL_FEATURE_SSL = 1 << 2,
    CL_FEATURE_LIBZ = 1 << 3,
    CL_FEATURE_ASYNCHDNS = 1 << 7,
    CL_FEATURE_HTTP2 = 1 << 16,
    CL_FEATURE_UNIX_SOCKETS = 1 << 19,
    CL_FEATURE_HTTPS_PROXY = 1 << 21,
    CL_FEATURE_BROTLI = 1 << 23,
    CL_FEATURE_ZSTD = 1 << 26,
};

/// Moves bytes from libcurl to the caller; a return other than `size * count` ends the transfer.
typedef size_t (*cl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*cl_seek_callback)(void *context, int64_t offset, int origin);
/// Told that a request is about to go out on a connection; CL_PREREQFUNC_ABORT keeps it from that.
typedef int (*cl_begin_callback)(void *context, char *peer, char *local, int peer_port, int local_port);

/// Runs curl_global_init once per process; 0 when it went well.
int cl_global_init(void);

/// What the library was built with: its version, the bits CL_FEATURE_…, its TLS library (NULL when there is none) and where
/// it looks for authorities by itself (NULL when it does not say).
const char *cl_version(void);
int cl_features(void);
const char *cl_tls_version(void);
const char *cl_default_cafile(void);
const char *cl_default_capath(void);

void *cl_easy_init(void);
void cl_easy_cleanup(void *easy);
void cl_easy_reset(void *easy);
int cl_easy_pause(void *easy, int bitmask);
int cl_easy_set_long(void *easy, int option, long value);
int cl_easy_set_offset(void *easy, int option, int64_t value);
int cl_easy_set_pointer(void *easy, int option, const void *value);
int cl_easy_set_string(void *easy, int option, const char *value);
int cl_easy_set_write(void *easy, cl_bytes_callback callback, void *context);
int cl_easy_set_header(void *easy, cl_bytes_callback callback, void *context);
int cl_easy_set_read(void *easy, cl_bytes_callback callback, void *context);
int cl_easy_set_seek(void *easy, cl_seek_callback callback, void *context);
/// CL_UNKNOWN_OPTION before libcurl 7.80.
int cl_easy_set_begin(void *easy, cl_begin_callback callback, void *context);
long cl_easy_get_long(void *easy, int info);
int64_t cl_easy_get_offset(void *easy, int info);
void *cl_easy_get_pointer(void *easy, int info);
const char *cl_easy_strerror(int code);

void *cl_slist_append(void *list, const char *line);
void cl_slist_free_all(void *list);

void *cl_multi_init(void);
void cl_multi_cleanup(void *multi);
int cl_multi_add(void *multi, void *easy);
int cl_multi_remove(void *multi, void *easy);
int cl_multi_set_long(void *multi, int option, long value);
int cl_multi_perform(void *multi, int *running);
/// Waits for the transfers' sockets, `wake_descriptor` or the time; 1 when that descriptor is readable, -1 on failure.
int cl_multi_poll(void *multi, int wake_descriptor, int milliseconds);
/// The next transfer that ended and its result code; false when there is none.
bool cl_multi_next_done(void *multi, void **easy, int *code);

enum {
    CL_PEM_OK = 0,
    CL_PEM_UNKNOWN,
    CL_PEM_NO_CERTIFICATE,
    CL_PEM_EXPIRED,
    CL_PEM_NOT_YET_VALID,
    CL_PEM_NO_KEY,
    CL_PEM_LOCKED_KEY,
    CL_PEM_OTHER_KEY,
};

/// Whether a PEM text holds a certificate that is valid now; CL_PEM_UNKNOWN where the process has no OpenSSL to tell.
int cl_pem_check_authorities(const char *pem, size_t length);
/// Whether the first certificate is valid now and the key, which `passphrase` unlocks (NULL for none), belongs to it.
int cl_pem_check_identity(
    const char *pem, size_t length, const char *key_pem, size_t key_length, const char *passphrase
);

/// Whether `cl_gzip` can work in this process.
bool cl_gzip_is_there(void);
/// Writes bytes in the gzip coding (RFC 1952) and tells how many those are; 0 when they need more room, or there is no zlib.
size_t cl_gzip(const void *bytes, size_t length, void *into, size_t room);

/// An eventfd, closed on exec and non-blocking; -1 and errno when the process has no descriptor left.
int cl_event_open(void);
void cl_event_signal(int descriptor);
void cl_event_drain(int descriptor);
/// Names the calling thread, for debuggers and `top`.
void cl_thread_name(const char *name);

#endif
