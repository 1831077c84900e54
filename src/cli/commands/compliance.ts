/** `aviary compliance …`: what somebody who holds copies must do about them. */

import { Command } from 'commander'
import { type ComplianceSubject, findRedactions, type Redaction } from '../../domain/compliance/redactions.ts'
import type { Context } from '../../domain/context.ts'
import { linesOf, sizeOf } from '../../importers/lines.ts'
import { LARGEST_ID } from '../../lib/largest-id.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, FAILED, standardCommand, UsageError } from '../run.ts'

interface CheckOptions extends Record<string, unknown> {
  readonly ids: string
  readonly type: string
}

/** Ids that are looked up at once. */
const AT_ONCE = 200

const ID = /^[0-9]{1,19}$/
export function complianceCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('compliance').description(
    'What became of posts and users that others hold copies of.',
  )
  return command.addCommand(
    standardCommand(
      'check',
      'Say which ids of a file must be gone, and why; ends with 1 if there are any. One id a line; gzip is accepted.',
    )
      .requiredOption('--ids <FILE>', 'The ids that are held')
      .option('--type <TYPE>', 'What they are ids of: tweets or users', 'tweets')
      .action(
        existingDataAction<CheckOptions, []>(streams, exit, async ({ context }, { output }, options) => {
          return check(context, output, options)
        }),
      ),
  )
}

async function check(
  context: Context,
  output: Output,
  { ids: file, type }: CheckOptions,
): Promise<number | undefined> {
  const subject = subjectOf(type)
  const bar = output.progress(sizeOf(file), 'bytes')
  const found: Redaction[] = []
  const counts = { checked: 0, unreadable: 0 }
  try {
    for await (const batch of idsIn(file, (bytes) => bar.to(bytes), counts)) {
      counts.checked += batch.length
      found.push(...(await findRedactions(context.store, subject, batch)))
    }
  } finally {
    bar.end()
  }
  tell(output, found, counts)
  return found.length > 0 ? FAILED : undefined
}

function subjectOf(type: string): ComplianceSubject {
  if (type === 'tweets' || type === 'users') return type
  throw new UsageError(`--type takes tweets or users, not ${JSON.stringify(type)}`)
}

async function* idsIn(
  file: string,
  onBytes: (bytes: number) => void,
  counts: { unreadable: number },
): AsyncGenerator<readonly bigint[]> {
  let batch: bigint[] = []
  for await (const lines of linesOf(file, { onBytes })) {
    for (const { text } of lines) {
      const line = text.trim()
      if (line === '' || line.startsWith('#')) continue
      const id = ID.test(line) ? BigInt(line) : undefined
      if (id === undefined || id > LARGEST_ID) counts.unreadable += 1
      else batch.push(id)
      if (batch.length < AT_ONCE) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function tell(
  output: Output,
  found: readonly Redaction[],
  { checked, unreadable }: { readonly checked: number; readonly unreadable: number },
): void {
  const unread = unreadable === 0 ? [] : [`${unreadable} lines are no ids and were left out.`]
  output.result({ checked, unreadable, redactions: found.map(shown) }, [
    ...found.map(({ id, action, reason }) => `${id}\t${action}\t${reason}`),
    found.length === 0
      ? `None of ${checked} ids must be gone.`
      : `${found.length} of ${checked} ids must be dealt with: "delete" means all of it, "scrub_geo" where it was written.`,
    ...unread,
  ])
}

function shown({ id, action, reason, redactedAt }: Redaction): Record<string, unknown> {
  return {
    id: String(id),
    action,
    reason,
    ...(redactedAt === undefined ? {} : { redacted_at: new Date(redactedAt).toISOString() }),
  }
}
