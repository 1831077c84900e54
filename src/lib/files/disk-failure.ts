/** Error codes of a machine that cannot store data, temporarily or until repaired. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** True when files cannot be read or written, independent of the path. */
export function isDiskFailure(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && CODES.has(String(error.code))
}
