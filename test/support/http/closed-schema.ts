/** Makes schemas that reject undocumented properties. */

/**
 * Copies a JSON schema. The objects in the copy allow only named properties, unless the schema says
 * otherwise.
 */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, inside]) => [key, closed(inside)]))
  const isObject = copy['type'] === 'object' && typeof copy['properties'] === 'object'
  return isObject ? { additionalProperties: false, ...copy } : copy
}
