/** GET direct_messages/events/show: one message of any age (spec/direct-messages.md#show). */
import { findMessage } from '../../../../domain/messages/find-messages.ts'
import { V11Error } from '../../_errors.ts'
import { v11Endpoint } from '../../_family.ts'
import { idParam, MESSAGE_ACCESS, messageAnswer, requireParam } from '../../_messages.ts'
import { MESSAGE_ANSWER } from '../../_schemas/message.ts'

export const messagesShow = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/events/show.json'],
  summary: 'One message that the user sent or received.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: MESSAGE_ANSWER }],
  async handle({ params, caller, services, outer }) {
    const id = requireParam(params.id, 'id')
    const message = await findMessage(services.store, { id, userId: caller.user.id })
    if (message === undefined) throw new V11Error('pageDoesNotExist')
    return messageAnswer(services, message, outer)
  },
})
