/**
 * Flags of Node with which a server runs. The room for new objects begins at 1 MiB and grows only with what survives in
 * it, so that under load everything that waits for the database is copied again and again: collecting took up to a sixth
 * of the time of a write. With this much room it is emptied a few times a second.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=32', '--max-semi-space-size=32']
