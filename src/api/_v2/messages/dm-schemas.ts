/** Schemas of the bodies of direct message calls in API v2, for the API document. */
import { Type } from 'typebox'
import { DM_EVENT_FIELDS } from '../../../formats/v2/dm-event-fields.ts'
import { COUNT, ID, some, TEXT } from '../../../formats/v2/scalars.ts'
import { V2_INCLUDES } from '../schemas.ts'

const DM_EVENT = Type.Object(DM_EVENT_FIELDS.schema(), { title: 'V2DmEvent' })

const NOT_FOUND = Type.Object(
  {
    title: TEXT,
    detail: TEXT,
    type: TEXT,
    parameter: TEXT,
    value: TEXT,
    resource_type: Type.Literal('dm_event'),
    resource_id: TEXT,
  },
  { title: 'V2DmEventError', description: 'The event does not exist, or is not of the user.' },
)

const REST = { includes: some(V2_INCLUDES), errors: some(Type.Array(NOT_FOUND)) }

export const ONE_DM_EVENT = Type.Object({ data: some(DM_EVENT), ...REST }, { title: 'V2OneDmEvent' })

export const DM_EVENT_PAGE = Type.Object(
  {
    data: some(Type.Array(DM_EVENT)),
    ...REST,
    meta: some(Type.Object({ result_count: COUNT, next_token: some(TEXT), previous_token: some(TEXT) })),
  },
  { title: 'V2DmEventPage' },
)

export const DELETED_DM_EVENT = Type.Object(
  { data: some(Type.Object({ deleted: Type.Boolean() })), errors: some(Type.Array(NOT_FOUND)) },
  { title: 'V2DeletedDmEvent' },
)

export const SENT_DM = Type.Object(
  { data: Type.Object({ dm_conversation_id: TEXT, dm_event_id: ID }) },
  { title: 'V2SentDm' },
)

const ATTACHMENT = Type.Object({ media_id: ID })

export const NEW_DM = Type.Object(
  {
    text: some(Type.String({ description: 'Up to 10,000 characters; optional with an attachment.' })),
    attachments: some(Type.Array(ATTACHMENT, { maxItems: 1 })),
  },
  { title: 'V2NewDm' },
)

export const NEW_GROUP = Type.Object(
  {
    conversation_type: Type.Literal('Group'),
    participant_ids: Type.Array(ID, { minItems: 2, maxItems: 49 }),
    message: NEW_DM,
  },
  { title: 'V2NewGroup' },
)
