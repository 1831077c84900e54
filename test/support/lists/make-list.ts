/** Makes lists for tests. */
import type { Context } from '../../../src/domain/context.ts'
import { addListMembers } from '../../../src/domain/lists/change-members.ts'
import { createList } from '../../../src/domain/lists/create-list.ts'
import type { List } from '../../../src/domain/lists/list.ts'

export interface ListOptions {
  readonly name?: string
  readonly description?: string
  readonly isPrivate?: boolean
  readonly memberIds?: readonly bigint[]
}

/** Creates a list with members. */
export async function makeList(
  context: Context,
  userId: bigint,
  { name = 'Birds', description = '', isPrivate = false, memberIds = [] }: ListOptions = {},
): Promise<List> {
  const list = await createList(context, { userId, name, description, isPrivate })
  if (memberIds.length === 0) return list
  return addListMembers(context, { userId, listId: list.id, memberIds, skips: false })
}
