/**
 * Only the variable for Node's compile cache, if this process has it. With it, programs with an otherwise
 * empty environment start in half the time.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
