/**
 * Prevents V8 from allocating objects of some code in the old generation from the start (pretenuring). The
 * same code in Node makes the lists of listeners of connections, which live long, and of responses, which
 * live shortly. V8 judges this code by the connections. Then the list of every response is in the old
 * generation, and keeps its whole request in memory through every collection of the new generation. The time
 * of the first collection decides whether this happens. (docs/decisions/0029-room-for-new-objects.md)
 */
export const NO_PRETENURING = '--no-allocation-site-pretenuring'

/**
 * Flags of Node with which a server runs. The space for new objects begins at 4 MiB, so that an idle server
 * stays small, and grows to 32 MiB within the first thousand requests. With Node's default limit, collections
 * under load took up to a sixth of the time of a write, because they copied all objects that waited for the
 * database.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=32', NO_PRETENURING]

/**
 * Environment variables of glibc, which glibc reads only at the start of a process. Other systems ignore
 * them. Without them each thread gets its own arena, and freed blocks stay in the arenas: 45 MB in a server
 * that is idle again after a thousand posts.
 */
export const SERVER_VARIABLES = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Limits the growth of the heap between two full collections to a half, in each thread of an import. Node's default lets
 * it grow by more, because a larger heap needs fewer collections. An import of posts has two threads, and most of
 * their objects live until the end of a batch. (docs/decisions/0184-small-heaps-of-imports.md)
 */
export const IMPORT_FLAGS = ['--heap-growing-percent=50']
