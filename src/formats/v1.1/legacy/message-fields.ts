/**
 * Declares the fields of legacy direct messages (spec/retired-endpoints.md#legacy-message-object), in the order of
 * recorded responses.
 */
import { type TSchema, Type } from 'typebox'
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { MessageContent } from '../../../domain/messages/content.ts'
import { type Message, sentAtOf } from '../../../domain/messages/record.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { escapeText } from '../../../text/index-units.ts'
import { DAY_OF_LATEST_V11, type Day } from '../../fields/day.ts'
import { type ObjectField, ObjectTable } from '../../fields/object-table.ts'
import { v11Date } from '../date.ts'
import { MESSAGE_ENTITY_FIELDS, MESSAGE_MEDIA_FIELDS } from '../messages/message-data-fields.ts'
import { id, idText } from '../scalars.ts'
import { USER_FIELDS } from '../user-fields.ts'
import { legacyContent } from './message-content.ts'

/** A participant of a message. */
export interface LegacyParticipant {
  readonly user: FullUser
  /** The user object, without the latest post. */
  readonly object: Record<string, unknown>
}

export interface LegacyMessageInput {
  readonly message: Message
  readonly sender: LegacyParticipant
  readonly recipient: LegacyParticipant
  /** False to truncate a long text to 140 characters. */
  readonly isWhole: boolean
  readonly includeEntities: boolean
  /** Scheme and host for URLs of this server. */
  readonly origin: string
}

interface Prepared extends LegacyMessageInput {
  readonly content: MessageContent
}

/**
 * Days on which the user object differs. The days are needed because legacy messages are also served on days other than
 * the default day.
 */
const DAYS: readonly Day[] = ['2013-01-01', '2016-01-01', '2018-09-16', DAY_OF_LATEST_V11]

/** Fields that the user object has on at least one of these days. */
function participantFields(): Record<string, TSchema> {
  const versions = DAYS.map((day) => USER_FIELDS.schema(undefined, day))
  const names = new Set(versions.flatMap((fields) => Object.keys(fields)))
  return Object.fromEntries(
    [...names].map((name) => {
      const schemas = versions.flatMap((fields) => fields[name] ?? [])
      const forms = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
      const [only = Type.Unknown()] = forms
      const schema = forms.length === 1 ? only : Type.Union(forms)
      // On later days, only the response of users/show has a location.
      const isInAll = schemas.length === versions.length && name !== 'profile_location'
      return [name, isInAll ? schema : Type.Optional(schema)]
    }),
  )
}

const PARTICIPANT = Type.Object(participantFields(), { title: 'Participant' })

const ENTITY_FIELDS = new ObjectTable<Prepared>([
  ...Object.entries(MESSAGE_ENTITY_FIELDS.schema()).map(
    ([name, schema]): ObjectField<Prepared> => ({
      name,
      schema,
      value: ({ content }) => MESSAGE_ENTITY_FIELDS.object(content)[name],
    }),
  ),
  {
    name: 'media',
    schema: Type.Optional(Type.Array(Type.Object(MESSAGE_MEDIA_FIELDS.schema()))),
    value: ({ content: { attachment }, origin }) =>
      attachment?.type === 'media' ? [MESSAGE_MEDIA_FIELDS.object({ ...attachment, origin })] : undefined,
  },
])

/** The fields for a participant: the user object, the id and the screen name. */
function participant(name: 'sender' | 'recipient'): readonly ObjectField<Prepared>[] {
  return [
    { name, schema: PARTICIPANT, value: (input) => input[name].object },
    {
      name: `${name}_id`,
      schema: id(`The ${name}.`),
      value: (input) => jsonNumber(input[name].user.id),
    },
    {
      name: `${name}_id_str`,
      schema: idText(`The ${name}. As text.`),
      value: (input) => String(input[name].user.id),
    },
    {
      name: `${name}_screen_name`,
      schema: Type.String(),
      value: (input) => input[name].user.screenName,
    },
  ]
}

export const LEGACY_MESSAGE_FIELDS = new ObjectTable<Prepared>([
  { name: 'id', schema: id('The message.'), value: ({ message }) => jsonNumber(message.id) },
  { name: 'id_str', schema: idText('The message. As text.'), value: ({ message }) => String(message.id) },
  {
    name: 'text',
    schema: Type.String({
      description: 'Escaped, with short links; cut to 140 characters unless `full_text` is set.',
    }),
    value: ({ content }) => escapeText(content.text),
  },
  ...participant('sender'),
  ...participant('recipient'),
  { name: 'created_at', schema: Type.String(), value: ({ message }) => v11Date(sentAtOf(message)) },
  {
    name: 'entities',
    schema: Type.Optional(Type.Object(ENTITY_FIELDS.schema())),
    value: (input) => (input.includeEntities ? ENTITY_FIELDS.object(input) : undefined),
  },
])

/** A message in the form of the legacy API and of user streams. */
export function legacyMessageObject(input: LegacyMessageInput): Record<string, unknown> {
  const content = legacyContent(input.message.content, input.isWhole)
  return LEGACY_MESSAGE_FIELDS.object({ ...input, content })
}
