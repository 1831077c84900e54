import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { makeIds } from './ids.ts'
import { LIST_LIMITS, type List } from './list.ts'
import { insertMembers, removeMembers } from './members.ts'
import { requireOwnList } from './visibility.ts'

interface MembersInput {
  /** The owner of the list. */
  readonly userId: bigint
  readonly listId: bigint
  /** At most {@link LIST_LIMITS.changedMembers}. Duplicates are counted once. */
  readonly memberIds: readonly bigint[]
}

/**
 * Adds members. Existing members do not change.
 * @param input.skips true to skip users who cannot be added; false to refuse the command because of them
 * @returns the list after the change
 * @throws {Refusal} `list-not-found`, `list-not-own`, `list-members-too-many`; and without `skips` also
 * `user-not-found`, `list-member-blocks-owner`
 */
export async function addListMembers(
  context: Context,
  { userId, listId, memberIds, skips }: MembersInput & { readonly skips: boolean },
): Promise<List> {
  const wanted = [...new Set(memberIds)]
  const now = context.clock.now()
  const positions = await makeIds(context.ids, wanted.length)
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId, ...wanted])
    const list = await requireOwnList(tx, userId, listId)
    const rows = await tx.rows(candidates, { ids: idList(wanted), list: listId, owner: userId })
    const states = new Map(rows.map((row) => [row.id, row]))
    const added = wanted.filter((id) => {
      const state = states.get(id)
      const reason = state === undefined ? 'user-not-found' : refusalOf(state)
      if (reason !== undefined && !skips)
        throw new Refusal(reason, `${id} cannot be added to the list ${listId}`)
      return reason === undefined && state?.is_member === 0
    })
    const memberCount = list.memberCount + added.length
    if (added.length === 0) return list
    if (memberCount > LIST_LIMITS.members) {
      throw new Refusal('list-members-too-many', `a list has at most ${LIST_LIMITS.members} members`)
    }
    await insertMembers(
      tx,
      now,
      list,
      added.map((id, index) => ({ userId: id, position: positions[index] ?? 0n })),
    )
    return { ...list, memberCount }
  })
}

/**
 * Removes members. Users who are not members are ignored.
 * @returns the list after the change
 * @throws {Refusal} `list-not-found`, `list-not-own`
 */
export async function removeListMembers(
  context: Context,
  { userId, listId, memberIds }: MembersInput,
): Promise<List> {
  const wanted = [...new Set(memberIds)]
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId, ...wanted])
    const list = await requireOwnList(tx, userId, listId)
    const rows = await tx.rows(candidates, { ids: idList(wanted), list: listId, owner: userId })
    const removed = rows.filter(({ is_member }) => is_member === 1).map(({ id }) => id)
    if (removed.length === 0) return list
    await removeMembers(tx, now, list, removed)
    return { ...list, memberCount: list.memberCount - removed.length }
  })
}

interface Candidate {
  id: bigint
  is_member: number
  is_hidden: number
  blocks_owner: number
}

function refusalOf({ is_hidden, blocks_owner }: Candidate) {
  if (is_hidden === 1) return 'user-not-found'
  return blocks_owner === 1 ? 'list-member-blocks-owner' : undefined
}

// Looks up four keys for each id.
const candidates = query<{ ids: string; list: bigint; owner: bigint }>()(
  (_, p, engine) => sql<Candidate>`
    select users.id,
      case when list_members.user_id is null then 0 else 1 end as is_member,
      case when hidden_users.user_id is null then 0 else 1 end as is_hidden,
      case when blocks.user_id is null then 0 else 1 end as blocks_owner
    from ${idsOf(p('ids'), engine)} as wanted
      join users on users.id = wanted.id
      left join list_members on list_members.list_id = ${p('list')} and list_members.user_id = users.id
      left join hidden_users on hidden_users.user_id = users.id
      left join blocks on blocks.user_id = users.id and blocks.blocked_id = ${p('owner')}`,
)
