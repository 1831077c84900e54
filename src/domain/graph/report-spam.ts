import type { Context } from '../context.ts'
import { createReport } from '../reports/create-report.ts'
import { block } from './block.ts'

export interface ReportSpamInput {
  readonly userId: bigint
  readonly reportedId: bigint
  /** True also blocks the reported user. */
  readonly blocks: boolean
}

/**
 * Reports a user for spam to the operators of the server.
 * @throws {Refusal} `user-not-found`, `reports-oneself`, `reports-too-many`
 */
export async function reportSpam(context: Context, input: ReportSpamInput): Promise<void> {
  const { userId, reportedId, blocks } = input
  await createReport(context, {
    reporterId: userId,
    subject: { userId: reportedId },
    reason: 'spam',
  })
  // A crash between the two steps leaves a report without a block. A repeated call adds the block.
  if (blocks) await block(context, { userId, blockedId: reportedId })
}
