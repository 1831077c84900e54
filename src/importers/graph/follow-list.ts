/** Lists of the followers or friends of one user (spec/data-files.md#follow-files). */
import { textsInFile } from '../../files/containers.ts'
import { contentOf } from '../../files/content.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { isFields } from '../forms/list-items.ts'
import { exactFieldsOf, type Fields, InvalidItem } from '../json-fields.ts'
import type { TimedLine } from './ordered-copy.ts'

/** The user of a list, and the relation of the others to it. */
export interface FollowListOf {
  readonly of: bigint
  readonly kind: 'followers' | 'following'
}

/** A line of two ids for each user of a list, or a text that is no edge. */
export interface FollowLine extends TimedLine {
  /** Pages and archives have the newest first, plain lists of ids the oldest. */
  readonly isNewestFirst: boolean
}

/**
 * Reads a list of ids, pages of ids or users, or `follower.js` and `following.js` of an archive.
 * @param list undefined for pages of twarc2, which name their request
 * @throws {FileUnreadable} when the file names no user and `list` is undefined
 */
export async function* followLinesOf(
  file: string,
  list: FollowListOf | undefined,
): AsyncGenerator<FollowLine> {
  const ignore = () => undefined
  const texts = textsInFile(file, { warn: ignore, fault: ignore, maxBytes: Number.POSITIVE_INFINITY })
  for await (const { chunks } of texts) {
    const content = await contentOf(chunks)
    if (content.is === 'named') throw new FileUnreadable(`${file} is ${content.what}; ${content.remedy}`)
    if (content.is === 'empty') continue
    if (content.is === 'table') {
      let isFirst = true
      for await (const rows of content.rows) {
        for (const { cells } of rows) {
          const text = cells[0]?.trim() ?? ''
          const isHeader = isFirst && /^[a-z_ ]+$/i.test(text)
          isFirst = false
          if (isHeader) continue
          yield {
            text: edgeText(digitsOf(text), requiredList(file, list)),
            time: undefined,
            isNewestFirst: false,
          }
        }
      }
      continue
    }
    for await (const values of content.values) {
      for (const { text } of values) {
        const { ids, named } = idsIn(text)
        for (const id of ids) {
          const line = edgeText(id, list ?? named ?? requiredList(file, undefined))
          yield { text: line, time: undefined, isNewestFirst: true }
        }
      }
    }
  }
}

/** @throws {FileUnreadable} */
function requiredList(file: string, list: FollowListOf | undefined): FollowListOf {
  if (list !== undefined) return list
  throw new FileUnreadable(
    `${file} is a list of users and does not name whose; nothing was imported: add --of ID --kind followers (they follow that user) or --kind following`,
  )
}

/** Without digits the line is rejected as no edge. */
function edgeText(id: string | undefined, { of, kind }: FollowListOf): string {
  const other = id ?? '?'
  return kind === 'followers' ? `${other} ${of}` : `${of} ${other}`
}

/** Ids of a JSON text, and the user that a page of twarc2 names. */
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
    // The value becomes a rejected line.
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

function userIdOf(user: unknown): string | undefined {
  if (!isFields(user)) return digitsOf(user)
  return digitsOf(user['accountId'] ?? user['id_str'] ?? user['id'])
}

function digitsOf(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return /^\d{1,19}$/.test(text) ? text : undefined
}

/** The list of `"__twarc": {"url": "https://api.twitter.com/2/users/12/followers"}`. */
function twarcListOf(fields: Fields): FollowListOf | undefined {
  const twarc = fields['__twarc']
  const url = isFields(twarc) ? String(twarc['url']) : ''
  const [, of, kind] = /\/2\/users\/(\d{1,19})\/(followers|following)\b/.exec(url) ?? []
  return of === undefined
    ? undefined
    : { of: BigInt(of), kind: kind === 'followers' ? 'followers' : 'following' }
}
