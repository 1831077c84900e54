/** How much of an object Labs v1 shows (spec/labs-v1.md#formats). */
export const FORMATS = ['compact', 'default', 'detailed'] as const
export type Format = (typeof FORMATS)[number]

/** Whether a format holds what another one begins to show. */
export function holds(format: Format, from: Format): boolean {
  return FORMATS.indexOf(format) >= FORMATS.indexOf(from)
}

/** Of each kind of object. */
export interface Formats {
  readonly tweet: Format
  readonly user: Format
  readonly place: Format
  /** Of media and polls, which have no parameter of their own. */
  readonly other: Format
}

/**
 * A member as JSON text with the comma before it; nothing when it is empty, as {@link filled} says. Objects of streams
 * are put together as text: each has many members that most posts and users lack, and is told to many.
 */
export function member(name: string, value: unknown): string {
  return isEmpty(value) ? '' : `,"${name}":${JSON.stringify(value)}`
}

/** Members that are undefined, empty lists and empty objects are left out: these families have no nulls. */
export function filled(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in members) {
    const value = members[name]
    if (!isEmpty(value)) kept[name] = value
  }
  return kept
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}
