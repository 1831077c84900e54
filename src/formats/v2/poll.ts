/** Renders the poll object of API v2 (spec/v2-objects.md#poll). */
import type { Poll } from '../../domain/posts/content.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { POLL_FIELDS } from './poll-fields.ts'

/**
 * @param now current time in milliseconds since the Unix epoch; a poll is closed after its end
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function pollObject(poll: Poll, fields: FieldSet, now: number, day?: Day): Record<string, unknown> {
  return POLL_FIELDS.members({ poll: { poll, now } }, fields, day)
}
