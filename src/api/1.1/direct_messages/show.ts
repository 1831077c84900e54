/** GET direct_messages/show: one message (spec/retired-endpoints.md#legacy-messages). */
import { findMessage } from '../../../domain/messages/find-messages.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { idParam, MESSAGE_ACCESS, requireParam } from '../_messages.ts'
import { LEGACY_MESSAGE, legacyObjects, legacyReadParams } from './_legacy.ts'

export const directMessagesShow = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/show.json', '/1.1/direct_messages/show/:id.json'],
  summary: 'One message that the user sent or received; retired on 2018-09-17.',
  window: { user: 300, app: 0 },
  params: { ...idParam, ...legacyReadParams },
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: LEGACY_MESSAGE }],
  async handle({ params, caller, services, outer }) {
    const userId = caller.user.id
    const message = await findMessage(services.store, { id: requireParam(params.id, 'id'), userId })
    const found = message === undefined ? [] : [message]
    const [object] = await legacyObjects(services, userId, found, params, outer)
    if (object === undefined) throw new V11Error('pageDoesNotExist')
    return { status: 200, body: JSON.stringify(object) }
  },
})
