/** For `catch`: undefined when the file is missing. @throws any other error */
export function unlessMissing(error: unknown): undefined {
  if (!(Error.isError(error) && 'code' in error && error.code === 'ENOENT')) throw error
}
