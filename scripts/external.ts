/** The packages that are installed beside the bundled program. */

/** Native code. */
export const NATIVE = ['sharp'] as const

/** Libraries that only some installations need: the program says when one is missing, and what to run. */
export const OPTIONAL = ['@aws-sdk/client-s3', 'compromise'] as const
