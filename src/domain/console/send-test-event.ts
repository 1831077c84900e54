/** Test events of the compliance stream (spec/compliance-stream.md#events). */
import { append } from '../../log/append.ts'
import { partitionOf } from '../../log/partition.ts'
import type { Context } from '../context.ts'
import { requireAccount } from './console-account.ts'

export interface TestEvent {
  /** Number of the partition, 1 to 8. */
  readonly partition: number
  /** New ids, which no post and no user has. */
  readonly postId: bigint
  readonly userId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/**
 * Sends a test event in one partition. Consumers receive a message about the deletion of a post that never existed.
 * @param partition 1 to 8
 * @throws {Refusal} `account-not-found`
 */
export async function sendTestEvent(
  context: Context,
  { accountName, partition }: { readonly accountName: string; readonly partition: number },
): Promise<TestEvent> {
  const userId = await userIdIn(context, partition)
  const postId = await context.ids.make()
  const at = context.clock.now()
  await context.store.write(async (tx) => {
    await requireAccount(tx, accountName)
    append(tx, at, {
      kind: 'compliance.tested',
      user_id: userId,
      post_id: postId,
      account_name: accountName,
    })
  })
  return { partition, postId, userId, at }
}

/** A new id in a partition. On average, one of eight ids is in the partition. */
async function userIdIn({ ids }: Pick<Context, 'ids'>, partition: number): Promise<bigint> {
  for (;;) {
    const id = await ids.make()
    if (partitionOf(id) === partition) return id
  }
}
