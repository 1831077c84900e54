/**
 * V8 may not decide by itself that what some place in the code makes is old from the start (pretenuring). One place in Node
 * makes the lists of listeners both of connections, which live long, and of answers, which do not: judged by the connections,
 * every answer's list is born old, and keeps its whole request through every collection of what is new. Whether a server fell
 * into that hung on when its first collection came. (docs/decisions/0029-room-for-new-objects.md)
 */
export const NO_PRETENURING = '--no-allocation-site-pretenuring'

/**
 * Flags of Node with which a server runs. The space for new objects begins at 4 MiB, so that an idle server stays small,
 * and grows to 32 MiB within the first thousand requests. With Node's own limit, collections under load took up to a sixth
 * of the time of a write, because they copied everything that waited for the database.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=32', NO_PRETENURING]

/**
 * Variables of glibc, which it reads at its start only; other systems ignore them. Each thread gets an own arena otherwise, and
 * freed blocks stay in them: 45 MB of a server that is idle again after a thousand posts.
 */
export const SERVER_VARIABLES = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
