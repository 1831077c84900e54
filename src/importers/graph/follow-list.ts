/** Reads lists of the followers or friends of one user (spec/data-files.md#follow-files). */
import type { JsonValue } from '../../files/json-reader.ts'
import type { TableRecord } from '../../files/records.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { isFields } from '../forms/list-items.ts'
import { isIdPage } from '../forms/user-pages.ts'
import { idOf } from '../ids.ts'
import { exactFieldsOf, type Fields, InvalidItem } from '../json-fields.ts'
import { EdgeGroups, type EdgeValue, type FollowListOf, type GraphReading } from './edge-value.ts'
import { OrderedEdges } from './ordered-edges.ts'

const FORM = 'list of follows'

/** Matches the variable to which an archive file assigns a list of follows. */
export const FOLLOW_VARIABLE = /^window\.YTD\.follow(?:er|ing)\.part\d+$/

/**
 * The edges of a table whose first column has the other users, in batches. Such lists begin with the oldest follow.
 * @throws {FileUnreadable}
 */
export async function* edgesInIdTable(
  rows: AsyncIterable<readonly TableRecord[]>,
  list: FollowListOf,
  { isNewestFirst = false }: GraphReading,
): AsyncGenerator<readonly EdgeValue[]> {
  const reader = new ListReader(isNewestFirst)
  let isFirst = true
  for await (const records of rows) {
    const values: EdgeValue[] = []
    for (const { cells, line } of records) {
      const text = cells[0]?.trim() ?? ''
      const isHeader = isFirst && /^[a-z_ ]+$/i.test(text)
      isFirst = false
      if (!isHeader && text !== '') values.push(...reader.take(text, list, line))
    }
    if (values.length > 0) yield values
  }
  yield* reader.end()
}

/** Reads the entries of a list; each entry is one of the other users. */
class ListReader {
  readonly #groups = new EdgeGroups(FORM)
  readonly #ordered: OrderedEdges | undefined

  constructor(isNewestFirst: boolean) {
    this.#ordered = isNewestFirst ? new OrderedEdges(FORM) : undefined
  }

  take(text: string, { of, kind }: FollowListOf, line: number): readonly EdgeValue[] {
    const digits = /^["']?(\d{1,19})["']?$/.exec(text)?.[1]
    const id = digits === undefined ? undefined : idOf(digits)
    if (id === undefined) return this.#groups.reject(line, text, 'no id of a user')
    if (id === of) return this.#groups.add(line, [], [{ path: 'edge', fault: 'leads to itself' }])
    const edges = [
      kind === 'followers' ? { follower: id, followee: of } : { follower: of, followee: id },
    ] as const
    if (this.#ordered === undefined) return this.#groups.add(line, edges, [])
    this.#ordered.add(line, edges)
    return []
  }

  *end(): Generator<readonly EdgeValue[]> {
    yield this.#groups.end()
    if (this.#ordered !== undefined) yield* this.#ordered.batches(true)
  }
}

/** Matches the URL of a list of follows in a JSON text, which may have escaped slashes. */
const REQUEST = /\/2\\?\/users\\?\/\d{1,19}\\?\/follow/

/**
 * Collects the edges of JSON values: pages of ids, pages of users, single users, and elements of an archive. These
 * values begin with the newest follow.
 */
export class JsonFollowList {
  readonly #graph: GraphReading
  readonly #reader = new ListReader(true)
  #isBeforeFirst = true

  constructor(graph: GraphReading) {
    this.#graph = graph
  }

  /**
   * Collects the edges of a value.
   * @returns edges that are rejected; undefined if the value is not a list of follows
   * @throws {FileUnreadable} when this value does not name its user, and every value must be a list of follows or the
   *   file begins with a page of ids
   */
  take({ text, line, value }: JsonValue): readonly EdgeValue[] | undefined {
    const { wants, list } = this.#graph
    const isFirst = this.#isBeforeFirst
    this.#isBeforeFirst = false
    if (wants === 'others') return undefined
    if (isFirst && list === undefined && isIdPage(value)) throw new FileUnreadable(NAMES_NO_USER)
    // Only pages of twarc2 contain the user of their list.
    if (wants === 'all' && list === undefined && !REQUEST.test(text)) return undefined
    const { ids, named } = idsIn(text)
    const used = list ?? named
    if (used !== undefined) return ids.flatMap((id) => this.#reader.take(id ?? '?', used, line))
    if (wants === 'follows') throw new FileUnreadable(NAMES_NO_USER)
    return undefined
  }

  /** The collected edges, oldest first. */
  end(): Generator<readonly EdgeValue[]> {
    return this.#reader.end()
  }
}

export const NAMES_NO_USER =
  'it is a list of users and does not name whose; nothing was imported: add --of ID --kind followers (they follow that user) or --kind following'

/** Ids in a JSON text. If the text is a page of twarc2, the result also has the user of the list. */
function idsIn(text: string): {
  readonly ids: readonly (string | undefined)[]
  readonly named?: FollowListOf
} {
  const bare = digitsOf(text.replace(/^"|"$/g, ''))
  if (bare !== undefined) return { ids: [bare] }
  const fields = fieldsIn(text)
  if (fields === undefined) return { ids: [undefined] }
  const { ids, users, data, follower, following } = fields
  const named = twarcListOf(fields)
  const rest = named === undefined ? {} : { named }
  if (Array.isArray(ids)) return { ids: ids.map(digitsOf), ...rest }
  const many = [users, data].find(Array.isArray)
  if (many !== undefined) return { ids: many.map(userIdOf), ...rest }
  const one = [follower, following, data].find(isFields) ?? fields
  return { ids: [userIdOf(one)], ...rest }
}

function fieldsIn(text: string): Fields | undefined {
  try {
    return exactFieldsOf(text)
  } catch (error) {
    // The caller then rejects the value.
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

function userIdOf(user: unknown): string | undefined {
  if (!isFields(user)) return digitsOf(user)
  // A post also has an id, but that id is not a user id.
  if ('text' in user || 'full_text' in user) return undefined
  return digitsOf(user['accountId'] ?? user['id_str'] ?? user['id'])
}

function digitsOf(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return /^\d{1,19}$/.test(text) ? text : undefined
}

/** The user and the relation that a page of twarc2 records: `"__twarc": {"url": "…/2/users/12/followers"}`. */
function twarcListOf(fields: Fields): FollowListOf | undefined {
  const twarc = fields['__twarc']
  const url = isFields(twarc) ? String(twarc['url']) : ''
  const [, of, kind] = /\/2\/users\/(\d{1,19})\/(followers|following)\b/.exec(url) ?? []
  return of === undefined
    ? undefined
    : { of: BigInt(of), kind: kind === 'followers' ? 'followers' : 'following' }
}

/** True for a value that contains users; these users are imported in addition to the follows. */
export function hasUsers({ text }: JsonValue): boolean {
  return /"(?:users|data|screen_name|username)"/.test(text)
}
