/** Parses requests to the compliance stream (spec/compliance-stream.md#request). */
import type { Sent } from '../../../http/form.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Start } from '../../../streams/compliance/connection.ts'
import type { ComplianceHub } from '../../../streams/compliance/hub.ts'
import { positionBefore } from '../../../streams/position-before.ts'
import { StreamError } from './_errors.ts'

/** The parts of the hub that parsing uses: the log, the last position sent, and a wait for a position. */
type HubPositions = Pick<ComplianceHub, 'tail' | 'position' | 'waitForPosition'>

/** Parameters of extended streams. Requests without them get the default stream. */
const RESUME_PARAMS = ['resume_after', 'backfill_minutes', 'positions'] as const

/** True when the client asked to resume or for a backfill. */
export function asksToResume(sent: Sent): boolean {
  return RESUME_PARAMS.some((name) => sent.has(name))
}

/**
 * The start position and the options of a connection.
 * @throws {StreamError} for an invalid value, and for a parameter that was sent twice
 * @throws as {@link ComplianceHub.waitForPosition}
 */
export async function readStart(sent: Sent, hub: HubPositions, clock: Clock): Promise<Start> {
  const partition = singleValue(sent, 'partition', /^[1-8]$/)
  if (partition === undefined) throw new StreamError('invalidPartition')
  const positions = sent.has('positions') ? singleValue(sent, 'positions', /^(true|false)$/) : 'false'
  if (positions === undefined) throw new StreamError('invalidPositions')
  return {
    partition: Number(partition),
    after: (await backfillFrom(sent, hub, clock)) ?? (await resumeAfter(sent, hub)),
    sendsGaps: sent.has('resume_after'),
    sendsPositions: positions === 'true',
  }
}

async function resumeAfter(sent: Sent, hub: HubPositions): Promise<bigint | undefined> {
  if (!sent.has('resume_after')) return undefined
  const digits = singleValue(sent, 'resume_after', /^\d{1,19}$/)
  if (digits === undefined) throw new StreamError('invalidResume')
  const position = BigInt(digits)
  // Another process may have sent a position that this process has not read yet.
  if (position > hub.tail.head) await hub.tail.catchUp()
  if (position > hub.tail.head) throw new StreamError('invalidResume')
  // Without this wait, the hub would send the events up to that position again.
  await hub.waitForPosition(position)
  return position
}

async function backfillFrom(sent: Sent, hub: HubPositions, clock: Clock): Promise<bigint | undefined> {
  if (!sent.has('backfill_minutes')) return undefined
  const minutes = singleValue(sent, 'backfill_minutes', /^[1-5]$/)
  if (minutes === undefined || sent.has('resume_after')) throw new StreamError('invalidBackfill')
  return positionBefore(hub.tail, hub.position, clock.now() - Number(minutes) * 60_000)
}

/** The value of a parameter that was sent once and matches; otherwise undefined. */
function singleValue(sent: Sent, name: string, pattern: RegExp): string | undefined {
  const [value, ...more] = sent.get(name) ?? []
  return value !== undefined && more.length === 0 && pattern.test(value) ? value : undefined
}
