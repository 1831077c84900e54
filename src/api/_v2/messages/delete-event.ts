/** Deletes a direct message event for the calling user only (spec/v2-messages-and-media.md#messages). */
import { Refusal } from '../../../domain/context.ts'
import { deleteEvent } from '../../../domain/messages/conversations/delete-event.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { dataAnswer } from '../data-answer.ts'
import { keyParam } from '../parameters.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { DM_WRITES } from './dm-access.ts'
import { DELETED_DM_EVENT } from './dm-schemas.ts'
import { eventNotFound } from './event-not-found.ts'

/** Declares the deletion of one event. */
export function dmEventDeletion(path: string): ApiEndpoint {
  return defineEndpoint({
    ...DM_WRITES,
    method: 'DELETE',
    paths: [path],
    summary: 'Deletes an event for the calling user only; other participants still see the event.',
    window: { user: 300, app: 0 },
    params: { event_id: keyParam('id') },
    answers: [{ schema: DELETED_DM_EVENT }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['event_id'], 'event_id')
      const value = errors.one('event_id', ID_PATTERN)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const id = BigInt(value)
      if (id > LARGEST_ID) return eventNotFound(value)
      try {
        await deleteEvent(services, { id, userId: caller.user.id })
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'message-not-found') return eventNotFound(value)
        throw error
      }
      return dataAnswer({ deleted: true })
    },
  })
}
