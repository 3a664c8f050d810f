/* A disk that fails: preloaded before the C library, it counts what a process does to files and folders and lets the
 * operation of a given number fail. Nothing of the program knows of it.
 *
 *   FAULT_AT=N       the number of the operation, from 1
 *   FAULT_KIND=      io    that operation fails (EIO), the next one succeeds
 *                    full  from there on all fail (ENOSPC); a write still writes the first half
 *                    kill  the process ends there, without any cleaning up; a write still writes the first half
 *                    alloc the allocation of that number fails, instead of a file operation
 *   FAULT_MARK=FILE  is created when the fault happens
 *
 * A sync that does not fail does nothing: no test here takes the power away, and thousands of syncs would take minutes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long done;
static long at;
static char kind;
static const char *mark;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("FAULT_AT"), *name = getenv("FAULT_KIND");
    mark = getenv("FAULT_MARK");
    kind = name ? name[0] : 0;
    at = number ? atol(number) : 0;
}

static void note(void) {
    long file = mark ? syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600) : -1;
    if (file >= 0)
        syscall(SYS_close, file);
}

/* Whether the operation that begins now fails: 1 if it is the first. */
static int fails(void) {
    if (!at || kind == 'a')
        return 0;
    long number = atomic_fetch_add(&done, 1) + 1;
    if (number == at)
        note();
    return number == at ? 1 : number > at && kind == 'f' ? 2 : 0;
}

static int fault(void) {
    if (kind == 'k')
        syscall(SYS_exit_group, 99);
    errno = kind == 'f' ? ENOSPC : EIO;
    return -1;
}

/* Terminals, pipes and sockets are no part of the disk. */
static int is_stored(int file) {
    struct stat data;
    return !syscall(SYS_fstat, file, &data) && (S_ISREG(data.st_mode) || S_ISDIR(data.st_mode));
}

ssize_t write(int file, const void *bytes, size_t count) {
    int failing = is_stored(file) ? fails() : 0;
    if (failing) {
        if (kind != 'i' && failing == 1 && count > 1) {
            ssize_t half = syscall(SYS_write, file, bytes, count / 2);
            if (kind == 'f')
                return half;
        }
        return fault();
    }
    return syscall(SYS_write, file, bytes, count);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return is_stored(file) && fails() ? fault() : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return is_stored(file) && fails() ? fault() : 0; }
int fdatasync(int file) { return fsync(file); }
int rename(const char *from, const char *to) {
    return fails() ? fault() : syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int mkdir(const char *path, mode_t mode) { return fails() ? fault() : syscall(SYS_mkdirat, AT_FDCWD, path, mode); }
int ftruncate64(int file, off64_t length) { return fails() ? fault() : syscall(SYS_ftruncate, file, length); }
/* To remove something needs no room, and what cannot be removed is left; only a kill is of interest. */
int unlink(const char *path) {
    return kind == 'k' && fails() ? fault() : syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    if ((flags & O_CREAT) && fails())
        return fault();
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int is_denied(void) {
    if (!at || kind != 'a' || atomic_fetch_add(&done, 1) + 1 != at)
        return 0;
    note();
    return 1;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t bytes) { return is_denied() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return is_denied() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *block, size_t bytes) { return is_denied() ? NULL : __libc_realloc(block, bytes); }
