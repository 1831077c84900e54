/** POST direct_messages/destroy: deletes a message for the caller (spec/retired-endpoints.md#legacy-messages). */
import { deleteMessage } from '../../../domain/messages/delete.ts'
import { findMessage } from '../../../domain/messages/find-messages.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { idParam, MESSAGE_ACCESS, requireParam } from '../_messages.ts'
import { entitiesParam, LEGACY_MESSAGE, legacyObjects } from './_legacy.ts'

export const directMessagesDestroy = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'POST',
  paths: ['/1.1/direct_messages/destroy.json'],
  summary: 'Deletes a message for the calling user only, and returns it; retired on 2018-09-17.',
  window: undefined,
  params: { ...idParam, ...entitiesParam },
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: LEGACY_MESSAGE }],
  async handle({ params, caller, services, outer }) {
    const userId = caller.user.id
    const id = requireParam(params.id, 'id')
    const message = await findMessage(services.store, { id, userId })
    const found = message === undefined ? [] : [message]
    const [object] = await legacyObjects(services, userId, found, { ...params, full_text: true }, outer)
    // A message from or to a suspended user is hidden, so the caller cannot delete this message either.
    if (object === undefined) throw new V11Error('pageDoesNotExist')
    await deleteMessage(services, { id, userId })
    return { status: 200, body: JSON.stringify(object) }
  },
})
