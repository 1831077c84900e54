/**
 * The variable by which Node finds compiled code again, when this process was given it; nothing else. For programs that
 * are started with an environment of their own: they start in half the time.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
