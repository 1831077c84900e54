/** POST direct_messages/new: sends a text (spec/retired-endpoints.md#legacy-messages). */
import { findIdsByScreenName } from '../../../domain/accounts/find-users.ts'
import { Refusal } from '../../../domain/context.ts'
import { sendMessage } from '../../../domain/messages/send.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { requireParam, rethrowForRecipient } from '../_messages.ts'
import { entitiesParam, LEGACY_MESSAGE, legacyBounds, legacyObjects } from './_legacy.ts'

/** Maximum messages of a user in 24 hours. */
const MAX_PER_DAY = 1_000

export const directMessagesNew = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/direct_messages/new.json'],
  summary: 'Sends a text to a user; retired on 2018-09-17.',
  // Unlike reading and deleting, sending did not require the permission for messages.
  auth: ['user'],
  writes: true,
  window: undefined,
  params: {
    text: optionalText('The text.'),
    user_id: optionalId('Id of the recipient.'),
    screen_name: optionalText('Screen name of the recipient; `user_id` takes precedence.'),
    user: optionalText('The same as `screen_name`.'),
    ...entitiesParam,
  },
  errors: [
    'parameterMissing:text',
    'parameterInvalid',
    'specifiedUserUnknown',
    'messagesOfFollowersOnly',
    'messageRepeated',
    'messagesTooMany',
    'cannotMessage',
    'messageTooLong',
    'cannotMessageBlocked',
  ],
  answers: [{ schema: LEGACY_MESSAGE }],
  async handle({ params, caller, services, outer }) {
    const senderId = caller.user.id
    const text = requireParam(params.text, 'text')
    const recipientId = await recipientOf(services, params)
    const message = await sendMessage(services, {
      senderId,
      recipientId,
      appId: caller.app.id,
      draft: { text },
      legacy: {
        maxLinkedLength: legacyBounds(outer.apiDate).maxLength,
        maxPerDay: services.limits === 'off' ? undefined : MAX_PER_DAY,
      },
    }).catch(rethrow)
    const [object] = await legacyObjects(services, senderId, [message], { ...params, full_text: true }, outer)
    // The message is hidden, because its recipient was suspended after the send.
    if (object === undefined) throw new V11Error('cannotMessage')
    return { status: 200, body: JSON.stringify(object) }
  },
})

/** Rethrows an error of the command. @throws {V11Error} 38, 108 */
function rethrow(error: unknown): never {
  const isEmpty = error instanceof Refusal && error.reason === 'message-empty'
  if (isEmpty) throw new V11Error('parameterMissing', 'text')
  return rethrowForRecipient(error)
}

interface RecipientNames {
  readonly user_id: bigint | undefined
  readonly screen_name: string | undefined
  readonly user: string | undefined
}

/** The id of the named recipient. @throws {V11Error} 38 when no user is named, 108 for an unknown name */
async function recipientOf(
  { store }: Services,
  { user_id, screen_name, user }: RecipientNames,
): Promise<bigint> {
  if (user_id !== undefined) return user_id
  const name = requireParam(screen_name ?? user, 'user_id')
  const id = (await findIdsByScreenName(store, [name])).get(name.toLowerCase())
  if (id === undefined) throw new V11Error('specifiedUserUnknown')
  return id
}
