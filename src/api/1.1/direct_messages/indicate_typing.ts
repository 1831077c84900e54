/**
 * POST direct_messages/indicate_typing: sends a typing indicator to a user
 * (spec/direct-messages.md#typing-and-read).
 */
import { announceTyping } from '../../../domain/messages/signals.ts'
import { optionalId } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { MESSAGE_ACCESS, NO_CONTENT_TEXT, requireParam, rethrowForRecipient } from '../_messages.ts'

export const messagesIndicateTyping = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'POST',
  paths: ['/1.1/direct_messages/indicate_typing.json'],
  summary: 'Shows the other participant a typing indicator for about three seconds.',
  window: { user: 1_000, app: 0 },
  params: { recipient_id: optionalId('Id of the user who is shown it.') },
  errors: [
    'parameterMissing:recipient_id',
    'parameterInvalid',
    'specifiedUserUnknown',
    'messagesOfFollowersOnly',
    'cannotMessage',
    'cannotMessageBlocked',
  ],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    const recipientId = requireParam(params.recipient_id, 'recipient_id')
    await announceTyping(services, { senderId: caller.user.id, recipientId }).catch(rethrowForRecipient)
    return NO_CONTENT_TEXT
  },
})
