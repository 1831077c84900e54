/**
 * Parameters that select fields, expansions and types of direct message events
 * (spec/v2-messages-and-media.md#messages).
 */
import { Type } from 'typebox'
import type { DmEventKind } from '../../../domain/messages/conversations/dm-event.ts'
import type { Day } from '../../../formats/fields/day.ts'
import { DM_EVENT_FIELDS, DM_EVENT_TYPES } from '../../../formats/v2/dm-event-fields.ts'
import { type FieldSet, setOf } from '../../../formats/v2/field-set.ts'
import type { V2FieldTable } from '../../../formats/v2/field-table.ts'
import type { Selection } from '../../../formats/v2/fields.ts'
import type { Param } from '../../../http/params.ts'
import { readIncludedFields, selectionParams } from '../parameters.ts'
import type { ValidationErrors } from '../validation-errors.ts'

export const DM_EXPANSIONS = [
  'attachments.media_keys',
  'participant_ids',
  'referenced_tweets.id',
  'sender_id',
] as const

export type DmExpansion = (typeof DM_EXPANSIONS)[number]

/**
 * Accepted types of events. Aviary has no event of the type `ParticipantsLeave`, because users cannot leave a group.
 */
const EVENT_TYPES = ['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'] as const

export interface DmSelection {
  readonly events: FieldSet
  readonly expansions: ReadonlySet<DmExpansion>
  /** Fields of included objects. */
  readonly included: Selection
}

function choices(names: readonly string[], description: string): Param<string | undefined> {
  const values = Type.Array(Type.Union(names.map((name) => Type.Literal(name))), { description })
  return { schema: Type.Optional(values), parse: (text) => text }
}

const { expansions: _expansions, ...FIELDS_OF_OTHERS } = selectionParams('posts', '2')

export const DM_SELECTION_PARAMS = {
  'dm_event.fields': choices(
    DM_EVENT_FIELDS.names(),
    'Fields of events besides `id`, `event_type` and `text`, or `participant_ids`.',
  ),
  expansions: choices(DM_EXPANSIONS, 'Objects to include that events point at.'),
  ...FIELDS_OF_OTHERS,
} as const

export const EVENT_TYPES_PARAM = {
  event_types: choices(EVENT_TYPES, 'Types of events; all by default.'),
} as const

/** For each expansion, the event field that the expansion also selects. */
const EXPANDED: Readonly<Record<DmExpansion, FieldSet>> = {
  'attachments.media_keys': DM_EVENT_FIELDS.bits.attachments,
  participant_ids: 0,
  'referenced_tweets.id': DM_EVENT_FIELDS.bits.referenced_tweets,
  sender_id: DM_EVENT_FIELDS.bits.sender_id,
}

/** Reads {@link DM_SELECTION_PARAMS}, and adds errors to `errors`. @param day the day of the API */
export function readDmSelection(errors: ValidationErrors, day: Day | undefined): DmSelection {
  const fieldsIn = <Inputs, Name extends string>(parameter: string, table: V2FieldTable<Inputs, Name>) =>
    setOf(table.bits, errors.choices(parameter, table.names([], day)))
  const expansions = errors.choices('expansions', DM_EXPANSIONS)
  const selected = fieldsIn('dm_event.fields', DM_EVENT_FIELDS)
  return {
    events: expansions.reduce((fields, name) => fields | EXPANDED[name], selected | DM_EVENT_FIELDS.defaults),
    expansions: new Set(expansions),
    included: readIncludedFields(errors, day),
  }
}

/** Reads {@link EVENT_TYPES_PARAM}, and adds errors to `errors`. */
export function readKinds(errors: ValidationErrors): readonly DmEventKind[] {
  const types = errors.choices('event_types', EVENT_TYPES)
  const kinds = Object.keys(DM_EVENT_TYPES) as readonly DmEventKind[]
  return types.length === 0 ? kinds : kinds.filter((kind) => types.includes(DM_EVENT_TYPES[kind]))
}
