/** Error codes of a machine that cannot store or read data, temporarily or until it is repaired. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** True when files cannot be read or written, whatever their path. */
export function isDiskFailure(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && CODES.has(String(error.code))
}
