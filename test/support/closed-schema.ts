/** A schema for tests: what is not documented is noticed. */

/** A copy of a JSON schema in which no object has more properties than are named, unless it says that it may. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, inside]) => [key, closed(inside)]))
  const isObject = copy['type'] === 'object' && typeof copy['properties'] === 'object'
  return isObject ? { additionalProperties: false, ...copy } : copy
}
