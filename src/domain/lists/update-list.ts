import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import type { Context } from '../context.ts'
import { slugsOf } from './create-list.ts'
import { type List, listDescriptionOf, listNameOf, slugOf } from './list.ts'
import { recountMembers } from './members.ts'
import { requireOwnList } from './visibility.ts'

export interface ListChange {
  /** The owner of the list. */
  readonly userId: bigint
  readonly listId: bigint
  /** A field that is undefined stays unchanged. */
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly isPrivate?: boolean | undefined
}

/**
 * Changes a list. A new name also changes the slug.
 * @returns the list after the change
 * @throws {Refusal} `list-name-invalid`, `list-description-invalid`, `list-not-found`, `list-not-own`
 */
export async function updateList(context: Context, input: ListChange): Promise<List> {
  const { userId, listId, isPrivate } = input
  const name = input.name === undefined ? undefined : listNameOf(input.name)
  const description = input.description === undefined ? undefined : listDescriptionOf(input.description)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const before = await requireOwnList(tx, userId, listId)
    const isRenamed = name !== undefined && name !== before.name
    const list = {
      ...before,
      name: name ?? before.name,
      description: description ?? before.description,
      isPrivate: isPrivate ?? before.isPrivate,
      slug: isRenamed ? await freeSlug(tx, before, name) : before.slug,
    }
    const isSame =
      !isRenamed && list.description === before.description && list.isPrivate === before.isPrivate
    if (isSame) return before
    await tx.run(putList, { ...list, isPrivate: list.isPrivate ? 1 : 0 })
    append(tx, now, { kind: 'list.updated', user_id: userId, list_id: listId, is_private: list.isPrivate })
    if (list.isPrivate !== before.isPrivate) await recountMembers(tx, now, list)
    return list
  })
}

async function freeSlug(tx: Parameters<typeof slugsOf>[0], list: List, name: string): Promise<string> {
  const taken = new Set(await slugsOf(tx, list.ownerId))
  taken.delete(list.slug)
  return slugOf(name, taken)
}

const putList = query<{ id: bigint; slug: string; name: string; description: string; isPrivate: number }>()(
  (k, p) =>
    k
      .updateTable('lists')
      .set({
        slug: p('slug'),
        name: p('name'),
        description: p('description'),
        is_private: p('isPrivate'),
      })
      .where('id', '=', p('id')),
)
