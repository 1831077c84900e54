/** POST direct_messages/events/new: sends a message (spec/direct-messages.md#send). */
import { isFreeReply, ReplyNotFree } from '../../../../domain/messages/free-replies.ts'
import { sendMessage } from '../../../../domain/messages/send.ts'
import { messageObject } from '../../../../formats/v1.1/messages/message.ts'
import type { JsonValue } from '../../../../lib/json.ts'
import { LIMITED_WRITES } from '../../../_versions/limits.ts'
import { v11Endpoint } from '../../_family.ts'
import { JsonPart } from '../../_json-body.ts'
import { draftIn, draftRefused } from '../../_message-body.ts'
import { MESSAGE_ACCESS, originOf } from '../../_messages.ts'
import { SENT_ANSWER, SENT_MESSAGE } from '../../_schemas/message.ts'

export const messagesNew = v11Endpoint({
  ...MESSAGE_ACCESS,
  // Before this day, tokens with the right to write could send messages (spec/direct-messages.md#access).
  messageRightSince: '2019-08-15',
  method: 'POST',
  paths: ['/1.1/direct_messages/events/new.json'],
  summary:
    'Sends a direct message. The first five replies to each received message do not count for the limit.',
  window: {
    user: 1_000,
    app: 0,
    seconds: 86_400,
    per: 'user',
    further: [
      {
        ...{ of: 'app', limit: 15_000, seconds: 86_400, since: LIMITED_WRITES },
        budget: '/1.1/direct_messages/events/new.json',
      },
    ],
    isChargedByHandler: true,
  },
  params: {},
  body: { kind: 'json', schema: SENT_MESSAGE },
  errors: [
    'coordinatesInvalid',
    'parameterMissing',
    'specifiedUserUnknown',
    'messagesOfFollowersOnly',
    'bodyInvalid',
    'mediaInvalid',
    'mediaNotFound',
    'cannotMessage',
    'messageTooLong',
    'cannotMessageBlocked',
  ],
  answers: [{ schema: SENT_ANSWER }],
  async handle({ json, caller, services, outer, charge }) {
    const { store, clock, limits } = services
    const sent = messageIn(json)
    const ends = { senderId: caller.user.id, recipientId: sent.recipientId }
    const send = (isFree: boolean) =>
      sendMessage(services, { ...sent, ...ends, appId: caller.app.id, isFree })
    const charged = async () => {
      if (limits !== 'off') await charge()
      return send(false)
    }
    const mayBeFree = limits !== 'off' && (await isFreeReply(store, ends, clock.now()))
    const sending = mayBeFree ? send(true).catch(ifNotFree(charged)) : charged()
    const message = await sending.catch(draftRefused('event.message_create.message_data'))
    return { status: 200, body: JSON.stringify({ event: messageObject(message, originOf(outer)) }) }
  },
})

/**
 * Returns an error handler that counts a reply for the daily limit if concurrent calls have used up the free
 * replies.
 */
function ifNotFree<T>(otherwise: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof ReplyNotFree) return otherwise()
    throw error
  }
}

function messageIn(json: JsonValue | undefined) {
  const event = new JsonPart(json).at('event').require()
  event.at('type').oneOf('message_create')
  const create = event.at('message_create').require()
  const via = event.at('initiated_via')
  return {
    recipientId: create.at('target').require().at('recipient_id').id(),
    draft: draftIn(create.at('message_data')),
    customProfileId: create.at('custom_profile_id').optionalId(),
    initiatedVia: via.isThere
      ? {
          postId: via.at('tweet_id').optionalId(),
          welcomeMessageId: via.at('welcome_message_id').optionalId(),
        }
      : undefined,
  }
}
