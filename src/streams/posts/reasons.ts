/** Why connections of post streams end (spec/labs-filtered-stream.md section 3). */

/**
 * The client went; another process has let its app in while this one had lost the database; it fell out of its bounded window; it took nothing for too long; the server stops; its app lost its
 * token, or was suspended; its month is spent; the log lost events before they were read; it cannot be read; the
 * endpoint was retired.
 */
export type CloseReason =
  | 'client'
  | 'displaced'
  | 'slow'
  | 'stalled'
  | 'restart'
  | 'revoked'
  | 'capped'
  | 'gap'
  | 'failure'
  | 'retired'

/** The last line of a stream, its line break included. */
export type LastLine = (reason: Exclude<CloseReason, 'client'>) => string
