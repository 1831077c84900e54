import { append } from '../../log/append.ts'
import { lockAndFindUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { block } from './block.ts'

export interface ReportSpamInput {
  readonly userId: bigint
  readonly reportedId: bigint
  /** Blocks the reported user too. */
  readonly blocks: boolean
}

/**
 * Reports a user for spam, for the operator. The log keeps the report.
 * @throws {Refusal} `user-not-found`, `reports-oneself`
 */
export async function reportSpam(context: Context, input: ReportSpamInput): Promise<void> {
  const { userId, reportedId, blocks } = input
  if (userId === reportedId) throw new Refusal('reports-oneself', 'a user cannot report itself')
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockAndFindUsers(tx, userId, reportedId)
    append(tx, now, { kind: 'user.reported', user_id: userId, reported_id: reportedId })
  })
  // A crash in between leaves a report without a block, which a repeated call adds.
  if (blocks) await block(context, { userId, blockedId: reportedId })
}
