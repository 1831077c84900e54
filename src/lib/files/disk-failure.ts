/** What a machine says when it can store no more, for a while or until somebody helps. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Whether an error says that files cannot be written or read now, whoever asks and whatever for. */
export function isDiskFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}
