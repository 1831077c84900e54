/** Parses requests to the compliance stream (spec/compliance-stream.md#request). */
import type { Sent } from '../../../http/form.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Start } from '../../../streams/compliance/connection.ts'
import type { ComplianceHub } from '../../../streams/compliance/hub.ts'
import { positionBefore } from '../../../streams/position-before.ts'
import { StreamError } from './_errors.ts'

/**
 * The members of the hub that the parser uses: the log, the last position that was sent, and the wait for a position.
 */
type HubPositions = Pick<ComplianceHub, 'tail' | 'position' | 'waitForPosition'>

/** Parameters that only Aviary has. A request without them gets the stream of the public service. */
const RESUME_PARAMS = ['resume_after', 'backfill_minutes', 'positions'] as const

/** True if the client has requested to resume, a backfill or positions. */
export function asksToResume(sent: Sent): boolean {
  return RESUME_PARAMS.some((name) => sent.has(name))
}

/**
 * The start position and the options of a connection.
 * @throws {StreamError} for an invalid value, and for a parameter that occurs twice
 * @throws the errors of {@link ComplianceHub.waitForPosition}
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
  // Another process may have sent the client a position that this process has not read yet.
  if (position > hub.tail.head) await hub.tail.catchUp()
  if (position > hub.tail.head) throw new StreamError('invalidResume')
  // The hub may not have reached the position yet. If the connection did not wait, the hub would send the events up
  // to the position again.
  await hub.waitForPosition(position)
  return position
}

async function backfillFrom(sent: Sent, hub: HubPositions, clock: Clock): Promise<bigint | undefined> {
  if (!sent.has('backfill_minutes')) return undefined
  const minutes = singleValue(sent, 'backfill_minutes', /^[1-5]$/)
  if (minutes === undefined || sent.has('resume_after')) throw new StreamError('invalidBackfill')
  return positionBefore(hub.tail, hub.position, clock.now() - Number(minutes) * 60_000)
}

/** The value of a parameter that was sent exactly once and matches the pattern; otherwise undefined. */
function singleValue(sent: Sent, name: string, pattern: RegExp): string | undefined {
  const [value, ...more] = sent.get(name) ?? []
  return value !== undefined && more.length === 0 && pattern.test(value) ? value : undefined
}
