/** Exit codes of the command line. */

export const DONE = 0
export const FAILED = 1
export const WRONG_USAGE = 2
/** Exit code of a command that read nothing, saw no trial, or has an incomplete result. */
export const INCOMPLETE = 3

/** All exit codes, for the documentation. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  [
    String(DONE),
    'The command succeeded. A server stopped after SIGINT, SIGTERM or, without certificate files, SIGHUP.',
  ],
  [
    String(FAILED),
    'The command failed, or its result is negative: corruption ("verify"), a failed grade ("grade"), something to delete ("compliance check").',
  ],
  [
    String(WRONG_USAGE),
    'The arguments, a variable or the file of settings are wrong. The command changed nothing.',
  ],
  [
    String(INCOMPLETE),
    '"import": nothing was imported, of an archive nothing but the account, or with "--strict" something was rejected. "compliance check": something was unreadable, so the result is incomplete. "grade": no trial was seen.',
  ],
  [
    '128 + N',
    'Signal N ended the process before it was ready, or a second signal while it stopped: 130 is Ctrl-C, 143 is SIGTERM.',
  ],
]
