/** Prepares parts of JSON schemas once, for code that compares many values with these parts. */
import type { TSchema } from 'typebox'

/** Keywords of object schemas. */
export interface ObjectKeywords {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: TSchema | boolean
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** The fields that a schema of objects declares. */
export interface Members {
  readonly named: ReadonlyMap<string, TSchema>
  /** Schema of fields that are not declared; undefined if such fields are left out. */
  readonly others: TSchema | undefined
  /** Required fields, and the values that replace missing fields. */
  readonly required: readonly (readonly [string, unknown])[]
  /** Fields with only one possible value. Such fields distinguish the alternatives of a schema. */
  readonly marks: readonly (readonly [string, unknown])[]
}

const MEMBERS = new WeakMap<ObjectKeywords, Members>()

/** The fields of a schema, which are prepared when they are first needed. */
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

/** Compiled patterns. Their number is limited, because each pattern comes from a schema. */
const PATTERNS = new Map<string, RegExp>()

/** A pattern of a schema, which is compiled once. */
export function patternOf(pattern: string): RegExp {
  const known = PATTERNS.get(pattern) ?? new RegExp(pattern)
  PATTERNS.set(pattern, known)
  return known
}
