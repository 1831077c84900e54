/** Shared parts of the legacy direct message endpoints (spec/retired-endpoints.md#legacy-messages). */
import { Type } from 'typebox'
import { isHidden } from '../../../domain/accounts/user.ts'
import { relationsOf } from '../../../domain/graph/relations.ts'
import type { Side } from '../../../domain/messages/list-side.ts'
import { listSide } from '../../../domain/messages/list-side.ts'
import type { Message } from '../../../domain/messages/record.ts'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import { LEGACY_MESSAGE_FIELDS, legacyMessageObject } from '../../../formats/v1.1/legacy/message-fields.ts'
import { userObject } from '../../../formats/v1.1/user.ts'
import { boolean, count, optionalId, type Param } from '../../../http/params.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { Services } from '../../_services.ts'
import { originOf } from '../_messages.ts'
import { viewOf } from '../_users.ts'

/** From this day on, messages may be longer than 140 characters, and pages reach fewer messages. */
const LONG_SINCE: Day = '2015-08-12'

/** The limits on a day: the maximum length of texts, and the number of sent or received messages that pages reach. */
export function legacyBounds(day: Day | undefined) {
  return isOn({ since: LONG_SINCE }, day)
    ? { isLong: true, maxLength: Number.POSITIVE_INFINITY, depth: 200 }
    : { isLong: false, maxLength: 140, depth: 800 }
}

export const LEGACY_MESSAGE = Type.Object(LEGACY_MESSAGE_FIELDS.schema(), { title: 'DirectMessage' })

export const entitiesParam = {
  include_entities: boolean({ default: true, description: 'Include `entities`.' }),
} as const

export const legacyReadParams = {
  ...entitiesParam,
  full_text: boolean({
    default: false,
    description: 'Return the whole text; default: the text truncated to 140 characters.',
  }),
} as const

/** The page number. A value that is not a positive number of at most five digits selects the first page. */
const page: Param<number> = {
  schema: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number.' })),
  parse: (text) => (text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1),
}

export const legacyListParams = {
  since_id: optionalId('Only messages newer than this one.'),
  max_id: optionalId('Only this message, and older ones.'),
  count: count({ default: 20, max: 200 }),
  page,
  ...legacyReadParams,
  skip_status: boolean({ default: false, description: 'Changes nothing: users have no latest post here.' }),
} as const

interface LegacyOptions {
  readonly include_entities: boolean
  readonly full_text: boolean
}

type Outer = Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>

/** The messages as objects, without messages of suspended and deactivated users. */
export async function legacyObjects(
  services: Services,
  userId: bigint,
  messages: readonly Message[],
  options: LegacyOptions,
  outer: Outer,
): Promise<readonly object[]> {
  const ids = [...new Set(messages.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))]
  const [users, relations] = await Promise.all([
    services.users.get(ids),
    relationsOf(services.store, userId, ids),
  ])
  const participants = new Map(
    users.flatMap((cached) => {
      if (cached === undefined || isHidden(cached.entity)) return []
      const user = cached.entity
      const view = viewOf({ userId }, relations.get(user.id), user.id, options, outer)
      return [[user.id, { user, object: userObject(user, view) }] as const]
    }),
  )
  const isLong = legacyBounds(outer.apiDate).isLong
  return messages.flatMap((message) => {
    const [sender, recipient] = [participants.get(message.senderId), participants.get(message.recipientId)]
    if (sender === undefined || recipient === undefined) return []
    return [
      legacyMessageObject({
        message,
        sender,
        recipient,
        isWhole: options.full_text && isLong,
        includeEntities: options.include_entities,
        origin: originOf(outer),
      }),
    ]
  })
}

interface ListParams extends LegacyOptions {
  readonly since_id: bigint | undefined
  readonly max_id: bigint | undefined
  readonly count: number
  readonly page: number
}

/** A page of the sent or the received messages of a user, as JSON text. */
export async function legacyPage(
  services: Services,
  userId: bigint,
  side: Side,
  params: ListParams,
  outer: Outer,
): Promise<string> {
  const { depth } = legacyBounds(outer.apiDate)
  const { since_id: sinceId, max_id: maxId, count, page } = params
  const messages = await listSide(
    services.store,
    { userId, side, depth, sinceId, maxId, count, page },
    (id, error) => services.onFailedRow('message', id, error),
  )
  return JSON.stringify(await legacyObjects(services, userId, messages, params, outer))
}
