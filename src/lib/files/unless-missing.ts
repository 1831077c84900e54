/** For `catch`: `undefined` for a file that is not there. @throws any other error */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
