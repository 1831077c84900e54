/**
 * Pass this function to `catch` of a promise about a file. The result is undefined if the file is missing.
 * @throws any other error
 */
export function unlessMissing(error: unknown): undefined {
  if (!(Error.isError(error) && 'code' in error && error.code === 'ENOENT')) throw error
}
