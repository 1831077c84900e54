/** Finds the paths of members in a schema or in a value, such as `entities.urls[].url`. */

type Json = Readonly<Record<string, unknown>>

/** Paths of all members that a JSON schema names. Members of records have no names. */
export function pathsOfSchema(schema: unknown, at = ''): readonly string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: Json
    readonly items?: unknown
    readonly anyOf?: readonly unknown[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      `${at}.${name}`,
      ...pathsOfSchema(inner, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : pathsOfSchema(items, `${at}[]`)),
    ...anyOf.flatMap((option) => pathsOfSchema(option, at)),
  ]
}

/** Adds the paths of all members of a JSON value to a set. */
export function addPaths(paths: Set<string>, value: unknown, at = ''): void {
  if (Array.isArray(value)) {
    for (const item of value) addPaths(paths, item, `${at}[]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      paths.add(`${at}.${name}`)
      addPaths(paths, member, `${at}.${name}`)
    }
  }
}
