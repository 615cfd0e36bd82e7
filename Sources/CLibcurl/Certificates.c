// Looks into certificates and keys with the OpenSSL that libcurl itself brings along. Found at run time: it has no -dev
// package where Swift builds, and where libcurl stands on another TLS library it may not be there at all.
#define _GNU_SOURCE
#include "CLibcurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

typedef int password_callback(char *buffer, int size, int is_writing, void *context);

static struct {
    void *(*BIO_new_mem_buf)(const void *, int);
    int (*BIO_free)(void *);
    void *(*PEM_read_bio_X509)(void *, void **, password_callback *, void *);
    void *(*PEM_read_bio_PrivateKey)(void *, void **, password_callback *, void *);
    void (*X509_free)(void *);
    void (*EVP_PKEY_free)(void *);
    const void *(*X509_get0_notBefore)(const void *);
    const void *(*X509_get0_notAfter)(const void *);
    int (*X509_cmp_current_time)(const void *);
    int (*X509_check_private_key)(const void *, const void *);
    void (*ERR_clear_error)(void);
    bool is_there;
} ssl;

static void find(void) {
    ssl.is_there = true;
#define FIND(name) ssl.is_there = (*(void **)&ssl.name = dlsym(RTLD_DEFAULT, #name)) && ssl.is_there
    FIND(BIO_new_mem_buf);
    FIND(BIO_free);
    FIND(PEM_read_bio_X509);
    FIND(PEM_read_bio_PrivateKey);
    FIND(X509_free);
    FIND(EVP_PKEY_free);
    FIND(X509_get0_notBefore);
    FIND(X509_get0_notAfter);
    FIND(X509_cmp_current_time);
    FIND(X509_check_private_key);
    FIND(ERR_clear_error);
#undef FIND
}

static bool is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return ssl.is_there;
}

// OpenSSL's own callback would ask at the terminal.
static int give(char *buffer, int size, int is_writing, void *context) {
    (void)is_writing;
    const char *passphrase = context;
    size_t length = passphrase ? strlen(passphrase) : 0;
    if (!length || length > (size_t)size) return -1;
    memcpy(buffer, passphrase, length);
    return (int)length;
}

static int validity(const void *certificate) {
    if (ssl.X509_cmp_current_time(ssl.X509_get0_notBefore(certificate)) > 0) return CL_PEM_NOT_YET_VALID;
    if (ssl.X509_cmp_current_time(ssl.X509_get0_notAfter(certificate)) < 0) return CL_PEM_EXPIRED;
    return CL_PEM_OK;
}

int cl_pem_check_authorities(const char *pem, size_t length) {
    if (!is_there()) return CL_PEM_UNKNOWN;
    void *bio = ssl.BIO_new_mem_buf(pem, (int)length), *certificate;
    int result = CL_PEM_NO_CERTIFICATE;
    // One that is valid will do: bundles hold old ones too.
    while (bio && result != CL_PEM_OK && (certificate = ssl.PEM_read_bio_X509(bio, NULL, give, NULL))) {
        result = validity(certificate);
        ssl.X509_free(certificate);
    }
    ssl.BIO_free(bio);
    ssl.ERR_clear_error();
    return result;
}

static int check_key(const void *certificate, const char *pem, size_t length, const char *passphrase) {
    void *bio = ssl.BIO_new_mem_buf(pem, (int)length);
    void *key = bio ? ssl.PEM_read_bio_PrivateKey(bio, NULL, give, (void *)passphrase) : NULL;
    bool is_locked = memmem(pem, length, "ENCRYPTED", strlen("ENCRYPTED")) != NULL;
    int result = !key ? (is_locked ? CL_PEM_LOCKED_KEY : CL_PEM_NO_KEY)
        : ssl.X509_check_private_key(certificate, key) ? CL_PEM_OK
                                                        : CL_PEM_OTHER_KEY;
    ssl.EVP_PKEY_free(key);
    ssl.BIO_free(bio);
    return result;
}

int cl_pem_check_identity(
    const char *pem, size_t length, const char *key_pem, size_t key_length, const char *passphrase
) {
    if (!is_there()) return CL_PEM_UNKNOWN;
    void *bio = ssl.BIO_new_mem_buf(pem, (int)length);
    void *certificate = bio ? ssl.PEM_read_bio_X509(bio, NULL, give, NULL) : NULL;
    int result = CL_PEM_NO_CERTIFICATE;
    if (certificate) {
        result = validity(certificate);
        if (result == CL_PEM_OK) result = check_key(certificate, key_pem, key_length, passphrase);
    }
    ssl.X509_free(certificate);
    ssl.BIO_free(bio);
    ssl.ERR_clear_error();
    return result;
}
