/**
 * Converts a pattern to a function that tests paths. `*` matches any text within a segment, `**` matches any text, and
 * `:name` matches one segment, as in declared paths of endpoints.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*|\*|:[a-z_]+/g, (part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : '[^/]+'))
  const expression = new RegExp(`^${source}$`)
  return (path) => expression.test(path)
}
