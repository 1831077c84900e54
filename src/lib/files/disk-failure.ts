/** Recognises error codes of a machine that cannot store or read data until it recovers or is repaired. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** True for an error that means that no file can be read or written, at any path. */
export function isDiskFailure(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && CODES.has(String(error.code))
}
