import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { LIST_LIMITS, type List, listDescriptionOf, listNameOf, slugOf } from './list.ts'

export interface NewList {
  readonly userId: bigint
  readonly name: string
  readonly description: string
  readonly isPrivate: boolean
}

/**
 * Creates a list.
 * @throws {Refusal} `list-name-invalid`, `list-description-invalid`, `lists-too-many`
 */
export async function createList(context: Context, input: NewList): Promise<List> {
  const name = listNameOf(input.name)
  const description = listDescriptionOf(input.description)
  const now = context.clock.now()
  const made = context.ids.make()
  const id = typeof made === 'bigint' ? made : await made
  const { userId: ownerId, isPrivate } = input
  return context.store.write(async (tx) => {
    await lockUsers(tx, [ownerId])
    const slugs = await slugsOf(tx, ownerId)
    if (slugs.size >= LIST_LIMITS.lists) {
      throw new Refusal('lists-too-many', `${ownerId} has ${LIST_LIMITS.lists} lists already`)
    }
    const slug = slugOf(name, slugs)
    await tx.run(insertList, {
      id,
      owner: ownerId,
      slug,
      name,
      description,
      isPrivate: isPrivate ? 1 : 0,
      now,
    })
    append(tx, now, { kind: 'list.created', user_id: ownerId, list_id: id, is_private: isPrivate })
    const counts = { memberCount: 0, followerCount: 0 }
    return { id, ownerId, slug, name, description, isPrivate, createdAt: now, ...counts }
  })
}

/** Slugs of all lists of an owner. There are at most {@link LIST_LIMITS.lists}. */
export async function slugsOf(reader: Reader, ownerId: bigint): Promise<ReadonlySet<string>> {
  return new Set((await reader.rows(ownSlugs, { owner: ownerId })).map(({ slug }) => slug))
}

// Uses the unique index lists_slug.
const ownSlugs = query<{ owner: bigint }>()((k, p) =>
  k.selectFrom('lists').select('slug').where('owner_id', '=', p('owner')),
)

const insertList = query<{
  id: bigint
  owner: bigint
  slug: string
  name: string
  description: string
  isPrivate: number
  now: number
}>()((k, p) =>
  k.insertInto('lists').values({
    id: p('id'),
    owner_id: p('owner'),
    slug: p('slug'),
    name: p('name'),
    description: p('description'),
    is_private: p('isPrivate'),
    created_at: p('now'),
    member_count: 0,
    follower_count: 0,
  }),
)
