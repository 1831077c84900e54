/** Parses a request that adds or deletes rules (spec/rules.md#request-body). */
import { isJsonObject } from '../../http/json.ts'
import type { JsonObject, JsonValue } from '../../lib/json.ts'
import { Problem } from '../_problems.ts'

/** A rule as the client sent it, valid or not. */
export interface SentRule {
  readonly value: string
  readonly tag: string | undefined
}

export type RuleChange =
  | { readonly kind: 'add'; readonly rules: readonly SentRule[] }
  | {
      readonly kind: 'delete'
      /** The ids, each with the digits of its first occurrence in the request, including leading zeros. */
      readonly ids: ReadonlyMap<bigint, string>
      readonly values: readonly string[]
    }

/** Maximum items of a list. The maximum number of rules of an app is smaller, in Labs and in API v2. */
const MAX_ITEMS = 1_000

/** Maximum length of a tag, in code points. */
const MAX_TAG_LENGTH = 128

/**
 * Parses the change in a body.
 * @throws {Problem} `invalidRequest` for a body that does not have exactly one of `add` and `delete`, and for invalid
 *   items
 */
export function readRuleChange(body: JsonValue | undefined): RuleChange {
  if (!isJsonObject(body)) throw invalidRequest('The body must be a JSON object.')
  const { add } = body
  const deletion = body['delete'] ?? bareDeletion(body)
  if ((add === undefined) === (deletion === undefined)) {
    throw invalidRequest('The body must have exactly one of `add` and `delete`.')
  }
  return add !== undefined ? { kind: 'add', rules: readRules(add) } : readDeletion(deletion)
}

/**
 * The deletion in a body that has `ids` or `values` without an enclosing `delete`. The vendor's API document has
 * this form.
 */
function bareDeletion({ ids, values }: JsonObject): JsonObject | undefined {
  if (ids === undefined && values === undefined) return undefined
  return { ...(ids === undefined ? {} : { ids }), ...(values === undefined ? {} : { values }) }
}

function readRules(add: JsonValue): SentRule[] {
  return listOf(add, 'add').map((item) => {
    if (!isJsonObject(item)) throw invalidRequest('Each item of `add` must be an object with a `value`.')
    const { value, tag = null } = item
    if (typeof value !== 'string') throw invalidRequest('The `value` of a rule must be text.')
    if (tag !== null && typeof tag !== 'string') throw invalidRequest('The `tag` of a rule must be text.')
    if (tag !== null && [...tag].length > MAX_TAG_LENGTH) {
      throw invalidRequest(`The \`tag\` of a rule must be no longer than ${MAX_TAG_LENGTH} characters.`)
    }
    return { value: storable(value), tag: tag === null ? undefined : storable(tag) }
  })
}

function readDeletion(deletion: JsonValue | undefined): RuleChange {
  if (!isJsonObject(deletion))
    throw invalidRequest('`delete` must be an object with `ids`, `values`, or both.')
  const { ids, values } = deletion
  if (ids === undefined && values === undefined)
    throw invalidRequest('`delete` must have `ids`, `values`, or both.')
  return {
    kind: 'delete',
    ids: ids === undefined ? new Map() : readIds(listOf(ids, 'ids')),
    values: values === undefined ? [] : listOf(values, 'values').map(readValue),
  }
}

function readIds(items: readonly JsonValue[]): ReadonlyMap<bigint, string> {
  const ids = new Map<bigint, string>()
  for (const digits of items.map(readId)) {
    const id = BigInt(digits)
    if (!ids.has(id)) ids.set(id, digits)
  }
  return ids
}

function readId(item: JsonValue): string {
  const isNumber = typeof item === 'number' || typeof item === 'bigint'
  const digits = isNumber ? String(item) : item
  if (typeof digits !== 'string' || !/^[0-9]{1,19}$/.test(digits)) {
    throw invalidRequest('Each item of `ids` must be a rule id: up to 19 digits.')
  }
  return digits
}

function readValue(item: JsonValue): string {
  if (typeof item !== 'string') throw invalidRequest('Each item of `values` must be the text of a rule.')
  return storable(item.trim())
}

function listOf(list: JsonValue, name: string): readonly JsonValue[] {
  if (!Array.isArray(list)) throw invalidRequest(`\`${name}\` must be a list.`)
  if (list.length < 1 || list.length > MAX_ITEMS) {
    throw invalidRequest(
      `The number of values in the \`${name}\` list [${list.length}] is not between 1 and ${MAX_ITEMS}`,
    )
  }
  return list as readonly JsonValue[]
}

/** The text with U+FFFD in place of NUL and unpaired surrogates, because some databases cannot store them. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function invalidRequest(message: string): Problem {
  return new Problem('invalidRequest', undefined, [{ parameters: {}, message }])
}
