/**
 * Declares the fields of the API v2 poll object (spec/v2-objects.md#poll), in JSON order. To add a field, add it here.
 */
import { type TSchema, Type } from 'typebox'
import type { Poll } from '../../domain/posts/content.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type MemberField, V2FieldTable } from './field-table.ts'
import { COUNT, TEXT, TIME } from './scalars.ts'

export interface PollInput {
  readonly poll: Poll
  /** Current time in milliseconds since the Unix epoch. A poll is closed after its end. */
  readonly now: number
}

export interface PollInputs {
  readonly poll: PollInput
}

function own<const Name extends string>(
  name: Name,
  schema: TSchema,
  value: (input: PollInput) => unknown,
  more: Pick<MemberField<PollInputs, 'poll', Name>, 'since' | 'until' | 'isDefault'> = {},
): MemberField<PollInputs, 'poll', Name> {
  return { name, from: 'poll', schema, value, ...more }
}

const OPTIONS = Type.Array(Type.Object({ position: COUNT, label: TEXT, votes: COUNT }))
const STATUS = Type.Union([Type.Literal('open'), Type.Literal('closed')])

const fields = [
  own('id', TEXT, ({ poll }) => poll.id, { isDefault: true }),
  own(
    'options',
    OPTIONS,
    ({ poll }) => poll.options.map(({ position, label, votes }) => ({ position, label, votes })),
    { isDefault: true },
  ),
  own('duration_minutes', COUNT, ({ poll }) => poll.duration_minutes),
  own('end_datetime', TIME, ({ poll: { end_at: end } }) => (end === undefined ? undefined : isoSecond(end))),
  own('voting_status', STATUS, (input) => (isOpen(input) ? 'open' : 'closed')),
] as const

export const POLL_FIELDS = new V2FieldTable<PollInputs, (typeof fields)[number]['name']>(fields)

function isOpen({ poll: { voting_status: imported, end_at: end }, now }: PollInput): boolean {
  return imported !== 'closed' && (end === undefined ? imported === 'open' : now < end)
}
