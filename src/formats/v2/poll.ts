/** The poll object of Labs v2 and the second generation (spec/v2-objects.md#poll). */
import type { Poll } from '../../domain/posts/content.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type FieldSet, has } from './field-set.ts'
import { POLL } from './fields.ts'

/** @param now milliseconds since the Unix epoch: a poll closes by itself */
export function pollObject(poll: Poll, fields: FieldSet, now: number): Record<string, unknown> {
  const { id, options, duration_minutes: minutes, end_at: end } = poll
  const members: Record<string, unknown> = {
    id,
    options: options.map(({ position, label, votes }) => ({ position, label, votes })),
  }
  if (has(fields, POLL.duration_minutes) && minutes !== undefined) members['duration_minutes'] = minutes
  if (has(fields, POLL.end_datetime) && end !== undefined) {
    members['end_datetime'] = isoSecond(end)
  }
  if (has(fields, POLL.voting_status)) members['voting_status'] = isOpen(poll, now) ? 'open' : 'closed'
  return members
}

function isOpen({ voting_status: told, end_at: end }: Poll, now: number): boolean {
  return told !== 'closed' && (end === undefined ? told === 'open' : now < end)
}
