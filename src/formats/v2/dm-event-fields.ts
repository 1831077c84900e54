/**
 * Declares the fields of direct message events in API v2 (spec/v2-messages-and-media.md#event-object), in JSON order.
 */
import { Type } from 'typebox'
import type { MessageContent } from '../../domain/messages/content.ts'
import type { DmEvent } from '../../domain/messages/conversations/dm-event.ts'
import { sentAtOf } from '../../domain/messages/record.ts'
import type { PostMedia } from '../../domain/posts/content.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { escapeText } from '../../text/index-units.ts'
import type { Day } from '../fields/day.ts'
import { ENTITIES, entitiesIn } from './entities.ts'
import { V2FieldTable } from './field-table.ts'
import { mediaKey } from './media-key.ts'
import { ID, some, TEXT, TIME } from './scalars.ts'

/** An event, and the posts that its text links to. */
export interface ShownDmEvent {
  readonly event: DmEvent
  readonly postIds: readonly bigint[]
}

export const DM_EVENT_TYPES = { message: 'MessageCreate', join: 'ParticipantsJoin' } as const

const CONVERSATION_ID = Type.String({ pattern: '^[0-9]{1,19}(-[0-9]{1,19})?$' })
const ATTACHMENTS = Type.Object({ media_keys: Type.Array(TEXT) })
const REFERENCES = Type.Array(Type.Object({ id: ID }))
const KINDS = Type.Union(Object.values(DM_EVENT_TYPES).map((type) => Type.Literal(type)))

const fields = [
  {
    name: 'id',
    from: 'shown',
    schema: ID,
    isDefault: true,
    value: ({ event }: ShownDmEvent) => String(event.id),
  },
  {
    name: 'event_type',
    from: 'shown',
    schema: KINDS,
    isDefault: true,
    value: ({ event }: ShownDmEvent) => DM_EVENT_TYPES[event.kind],
  },
  {
    name: 'text',
    from: 'shown',
    schema: some(TEXT),
    isDefault: true,
    value: ({ event: { content } }: ShownDmEvent) => content && escapeText(content.text),
  },
  {
    name: 'participant_ids',
    from: 'shown',
    schema: some(Type.Array(ID)),
    isDefault: true,
    value: ({ event }: ShownDmEvent) =>
      event.kind === 'join' ? event.participantIds.map(String) : undefined,
  },
  {
    name: 'sender_id',
    from: 'shown',
    schema: ID,
    value: ({ event }: ShownDmEvent) => String(event.senderId),
  },
  {
    name: 'created_at',
    from: 'shown',
    schema: TIME,
    value: ({ event }: ShownDmEvent) => isoSecond(sentAtOf(event)),
  },
  {
    name: 'dm_conversation_id',
    from: 'shown',
    schema: CONVERSATION_ID,
    value: ({ event }: ShownDmEvent) => event.conversationId,
  },
  {
    name: 'attachments',
    from: 'shown',
    schema: ATTACHMENTS,
    value: ({ event: { content } }: ShownDmEvent) => {
      const media = content && mediaOfMessage(content)
      return media && { media_keys: [mediaKey(media)] }
    },
  },
  {
    name: 'entities',
    from: 'shown',
    schema: (day: Day) => Type.Object(ENTITIES.note.schema(day)),
    value: ({ event: { content } }: ShownDmEvent, day: Day) => content && entitiesOf(content, day),
  },
  {
    name: 'referenced_tweets',
    from: 'shown',
    schema: REFERENCES,
    value: ({ postIds }: ShownDmEvent) => postIds.map((id) => ({ id: String(id) })),
  },
] as const

export const DM_EVENT_FIELDS = new V2FieldTable<
  { readonly shown: ShownDmEvent },
  (typeof fields)[number]['name']
>(fields)

/** The medium of a message, in the form that media of posts have; undefined if the message has no medium. */
export function mediaOfMessage({ attachment }: MessageContent): PostMedia | undefined {
  return attachment?.type === 'media' ? { ...attachment.media, indices: attachment.indices } : undefined
}

function entitiesOf({ text, hashtags, symbols, user_mentions, urls }: MessageContent, day: Day): unknown {
  const content = {
    text,
    ...(hashtags === undefined ? {} : { hashtags }),
    ...(symbols === undefined ? {} : { symbols }),
    ...(user_mentions === undefined ? {} : { user_mentions }),
    // These links include the link to the medium.
    ...(urls === undefined ? {} : { urls }),
  }
  const entities = entitiesIn('note', content, day)
  return Object.keys(entities).length === 0 ? undefined : entities
}
