/**
 * Converts a pattern to a function that tests paths. `*` matches any text within a segment, `**` matches any text,
 * and `:name` matches one segment, like a parameter in the declared path of an endpoint.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*|\*|:[a-z_]+/g, (part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : '[^/]+'))
  const expression = new RegExp(`^${source}$`)
  return (path) => expression.test(path)
}
