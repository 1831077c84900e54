/** DELETE direct_messages/events/destroy: deletes a message for the caller (spec/direct-messages.md#delete). */
import { deleteMessage } from '../../../../domain/messages/delete.ts'
import { v11Endpoint } from '../../_family.ts'
import { idParam, MESSAGE_ACCESS, NO_CONTENT_TEXT, requireParam } from '../../_messages.ts'

export const messagesDestroy = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'DELETE',
  paths: ['/1.1/direct_messages/events/destroy.json'],
  summary: 'Deletes a message for the calling user only; the other participant still sees it.',
  window: undefined,
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    await deleteMessage(services, { id: requireParam(params.id, 'id'), userId: caller.user.id })
    return NO_CONTENT_TEXT
  },
})
