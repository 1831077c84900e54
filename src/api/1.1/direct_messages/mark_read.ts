/**
 * POST direct_messages/mark_read: sends a read receipt to a user
 * (spec/direct-messages.md#typing-and-read).
 */
import { markRead } from '../../../domain/messages/signals.ts'
import { optionalId } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { MESSAGE_ACCESS, NO_CONTENT_TEXT, requireParam, rethrowForRecipient } from '../_messages.ts'

export const messagesMarkRead = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'POST',
  paths: ['/1.1/direct_messages/mark_read.json'],
  summary: 'Sends the other participant a read receipt.',
  window: { user: 1_000, app: 0 },
  params: {
    last_read_event_id: optionalId('Id of the last message that was read.'),
    recipient_id: optionalId('Id of the other side.'),
  },
  errors: [
    'parameterMissing:recipient_id',
    'parameterMissing:last_read_event_id',
    'parameterInvalid',
    'pageDoesNotExist',
    'specifiedUserUnknown',
    'cannotMessage',
    'cannotMessageBlocked',
  ],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    await markRead(services, {
      readerId: caller.user.id,
      writerId: requireParam(params.recipient_id, 'recipient_id'),
      messageId: requireParam(params.last_read_event_id, 'last_read_event_id'),
    }).catch(rethrowForRecipient)
    return NO_CONTENT_TEXT
  },
})
