/** Lists of users (spec/v2-users-and-lists.md#list-rules). */
import type { Selectable } from 'kysely'
import type { ListsTable } from '../../db/schema.ts'
import { codePointLength } from '../../text/index-units.ts'
import { Refusal } from '../context.ts'
import { isPlainText } from '../plain-text.ts'

/** Limits of lists. */
export const LIST_LIMITS = {
  /** Lists of one owner. */
  lists: 1_000,
  /** Members of one list. */
  members: 5_000,
  /** Members that one command can add or remove. */
  changedMembers: 100,
  /** Pinned lists of one user. */
  pins: 5,
  /** In code points. */
  nameLength: 25,
  /** In code points. */
  descriptionLength: 100,
  /** Posts in the timeline of a list. */
  timelineDepth: 800,
} as const

export interface List {
  readonly id: bigint
  readonly ownerId: bigint
  /** Name of the list in URLs, in lower case. The lists of an owner have different slugs. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Only the owner can see a private list. */
  readonly isPrivate: boolean
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly memberCount: number
  readonly followerCount: number
}

export type ListRow = Selectable<ListsTable>

/** Converts a stored list. */
export function listOf(row: ListRow): List {
  return {
    id: row.id,
    ownerId: row.owner_id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    isPrivate: row.is_private === 1,
    createdAt: row.created_at,
    memberCount: row.member_count,
    followerCount: row.follower_count,
  }
}

/**
 * Removes leading and trailing spaces from a name, and validates it.
 * @throws {Refusal} `list-name-invalid`
 */
export function listNameOf(text: string): string {
  const name = text.trim()
  const length = codePointLength(name)
  if (length >= 1 && length <= LIST_LIMITS.nameLength && isPlainText(name)) return name
  throw new Refusal('list-name-invalid', `a list name has 1 to ${LIST_LIMITS.nameLength} characters`)
}

/**
 * Removes leading and trailing spaces from a description, replaces every run of white space by one space, and
 * validates the result.
 * @throws {Refusal} `list-description-invalid`
 */
export function listDescriptionOf(text: string): string {
  const description = text.replaceAll(/\s+/g, ' ').trim()
  const isValid = codePointLength(description) <= LIST_LIMITS.descriptionLength && isPlainText(description)
  if (isValid) return description
  throw new Refusal(
    'list-description-invalid',
    `a list description has at most ${LIST_LIMITS.descriptionLength} characters`,
  )
}

/**
 * The first unused slug for a name. A slug has the ASCII letters, digits and underscores of the name in lower
 * case, with hyphens between words. A number is appended if another list has the slug.
 * @param taken slugs of the owner's other lists
 */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'list'
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
