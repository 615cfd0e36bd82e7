// Preloaded into a test run with the thread sanitizer on Linux. There `Mutex` of Synchronization takes its contended
// path inside a library that is not instrumented, so the sanitizer misses that one thread waited for another and reports
// races that are none. This tells it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// The sanitizer's, in the executable; absent in the tools around it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef SWIFT void LockSlow(uint32_t thread, SELF);
typedef SWIFT bool TryLockSlow(SELF);
typedef SWIFT void UnlockSlow(SELF);

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock_slow(uint32_t thread, SELF) {
    static _Atomic(LockSlow *) next;
    if (!next) next = (LockSlow *)original("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT bool try_lock_slow(SELF) {
    static _Atomic(TryLockSlow *) next;
    if (!next) next = (TryLockSlow *)original("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
    bool locked = next(self);
    if (locked && __tsan_acquire) __tsan_acquire(self);
    return locked;
}

SWIFT void unlock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock_slow(SELF) {
    static _Atomic(UnlockSlow *) next;
    if (!next) next = (UnlockSlow *)original("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    if (__tsan_release) __tsan_release(self);
    next(self);
}
