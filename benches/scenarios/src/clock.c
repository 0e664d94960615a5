/* Adds an offset in milliseconds, which is read from the file that SOAK_CLOCK names, to the wall clock of one process.
 * Writing to the file steps that clock, forward or back, as an operator or a time server does.
 * Only CLOCK_REALTIME is stepped, as the kernel does; clocks that measure spans are unchanged. Loaded by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int (*machine_time)(clockid_t, struct timespec *);
static const volatile int64_t *offset;

__attribute__((constructor)) static void begin(void) {
    machine_time = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("SOAK_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED) offset = page;
}

int clock_gettime(clockid_t clock, struct timespec *told) {
    if (!machine_time) begin();
    int failed = machine_time(clock, told);
    if (failed || !offset || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
    int64_t later = *offset, nanos = told->tv_nsec + later % 1000 * 1000000;
    told->tv_sec += later / 1000 + (nanos < 0 ? -1 : nanos / 1000000000);
    told->tv_nsec = (nanos + 1000000000) % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict told, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    if (!failed) *told = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    return failed;
}

time_t time(time_t *told) {
    struct timespec now;
    time_t seconds = clock_gettime(CLOCK_REALTIME, &now) ? (time_t)-1 : now.tv_sec;
    if (told) *told = seconds;
    return seconds;
}
