/**
 * The environment variable for Node's compile cache, if this process has it. Programs that get this variable
 * in an otherwise empty environment start in half the time.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
