/** Parses requests to the compliance stream (spec/compliance-stream.md#request). */
import type { Sent } from '../../../http/form.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Start } from '../../../streams/compliance/connection.ts'
import type { ComplianceHub } from '../../../streams/compliance/hub.ts'
import { positionBefore } from '../../../streams/position-before.ts'
import { StreamError } from './_errors.ts'

/** Positions of the log: its end, and the last one sent. */
type Where = Pick<ComplianceHub, 'tail' | 'position' | 'reach'>

/** The parameters that ask to resume; without any of them the stream is the plain one. */
const RESUMING = ['resume_after', 'backfill_minutes', 'positions'] as const

/** True when the client asked to resume or for a backfill. */
export function asksToResume(sent: Sent): boolean {
  return RESUMING.some((name) => sent.has(name))
}

/**
 * The start position of a connection, and its options.
 * @throws {StreamError} for a value that none of them takes, for a parameter that was sent twice, and as
 *   {@link ComplianceHub.reach}
 */
export async function readStart(sent: Sent, hub: Where, clock: Clock): Promise<Start> {
  const partition = only(sent, 'partition', /^[1-8]$/)
  if (partition === undefined) throw new StreamError('invalidPartition')
  const positions = sent.has('positions') ? only(sent, 'positions', /^(true|false)$/) : 'false'
  if (positions === undefined) throw new StreamError('invalidPositions')
  return {
    partition: Number(partition),
    after: (await backfillFrom(sent, hub, clock)) ?? (await resumeAfter(sent, hub)),
    sendsGaps: sent.has('resume_after'),
    sendsPositions: positions === 'true',
  }
}

async function resumeAfter(sent: Sent, hub: Where): Promise<bigint | undefined> {
  if (!sent.has('resume_after')) return undefined
  const digits = only(sent, 'resume_after', /^\d{1,19}$/)
  if (digits === undefined) throw new StreamError('invalidResume')
  const position = BigInt(digits)
  // Another process may have given it before this one has seen it.
  if (position > hub.tail.head) await hub.tail.catchUp()
  if (position > hub.tail.head) throw new StreamError('invalidResume')
  // A connection begins where the hub is: it would be sent again what lies between.
  await hub.reach(position)
  return position
}

async function backfillFrom(sent: Sent, hub: Where, clock: Clock): Promise<bigint | undefined> {
  if (!sent.has('backfill_minutes')) return undefined
  const minutes = only(sent, 'backfill_minutes', /^[1-5]$/)
  if (minutes === undefined || sent.has('resume_after')) throw new StreamError('invalidBackfill')
  return positionBefore(hub.tail, hub.position, clock.now() - Number(minutes) * 60_000)
}

/** The value of a parameter that was sent once and fits. */
function only(sent: Sent, name: string, pattern: RegExp): string | undefined {
  const [value, ...more] = sent.get(name) ?? []
  return value !== undefined && more.length === 0 && pattern.test(value) ? value : undefined
}
