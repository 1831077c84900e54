/** Parts of JSON schemas, prepared once for values that are compared with them one by one. */
import type { TSchema } from 'typebox'

/** Keywords of object schemas. */
export interface ObjectKeywords {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: TSchema | boolean
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** Members of objects of a schema. */
export interface Members {
  readonly named: ReadonlyMap<string, TSchema>
  /** Schema of other members; without one they are omitted. */
  readonly others: TSchema | undefined
  /** Required members and their fallbacks. */
  readonly required: readonly (readonly [string, unknown])[]
  /** Members with one possible value, by which alternatives are distinguished. */
  readonly marks: readonly (readonly [string, unknown])[]
}

const MEMBERS = new WeakMap<ObjectKeywords, Members>()

/** Prepares the members of a schema at its first use. */
export function membersOf(keywords: ObjectKeywords): Members {
  const known = MEMBERS.get(keywords)
  if (known !== undefined) return known
  const named = new Map(Object.entries(keywords.properties ?? {}))
  const constants = [...named].map(([name, schema]) => [name, (schema as { const?: unknown }).const] as const)
  const members: Members = {
    named,
    others: othersOf(keywords),
    required: (keywords.required ?? []).map((name) => [
      name,
      (named.get(name) as { fallback?: unknown }).fallback,
    ]),
    marks: constants.filter(([, mark]) => mark !== undefined),
  }
  MEMBERS.set(keywords, members)
  return members
}

function othersOf({ additionalProperties, patternProperties = {} }: ObjectKeywords): TSchema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties
  return Object.values(patternProperties)[0]
}

/** Compiled patterns; their number is bounded by the number of patterns in schemas. */
const PATTERNS = new Map<string, RegExp>()

/** A pattern of a schema, compiled once. */
export function patternOf(pattern: string): RegExp {
  const known = PATTERNS.get(pattern) ?? new RegExp(pattern)
  PATTERNS.set(pattern, known)
  return known
}
