/* Adds an offset in milliseconds to the system clock of one process, as if an operator or a time server had set the clock.
 * The offset is read from the file in SOAK_CLOCK. Only CLOCK_REALTIME changes, not monotonic clocks. Loaded by LD_PRELOAD. */
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

int clock_gettime(clockid_t clock, struct timespec *result) {
    if (!machine_time) begin();
    int failed = machine_time(clock, result);
    if (failed || !offset || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
    int64_t later = *offset, nanos = result->tv_nsec + later % 1000 * 1000000;
    result->tv_sec += later / 1000 + (nanos < 0 ? -1 : nanos / 1000000000);
    result->tv_nsec = (nanos + 1000000000) % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    if (!failed) *result = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    return failed;
}

time_t time(time_t *result) {
    struct timespec now;
    time_t seconds = clock_gettime(CLOCK_REALTIME, &now) ? (time_t)-1 : now.tv_sec;
    if (result) *result = seconds;
    return seconds;
}
