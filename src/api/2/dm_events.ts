/** GET 2/dm_events, GET and DELETE 2/dm_events/:event_id (spec/v2-messages-and-media.md#messages). */
import { Refusal } from '../../domain/context.ts'
import { deleteEvent } from '../../domain/messages/conversations/delete-event.ts'
import { findEvents } from '../../domain/messages/conversations/find-events.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import { dataAnswer } from '../_v2/data-answer.ts'
import { DM_READS, DM_WRITES } from '../_v2/messages/dm-access.ts'
import { dmEventPages, onUnreadable } from '../_v2/messages/dm-pages.ts'
import { dmParts } from '../_v2/messages/dm-parts.ts'
import { DELETED_DM_EVENT, ONE_DM_EVENT } from '../_v2/messages/dm-schemas.ts'
import { DM_SELECTION_PARAMS, readDmSelection } from '../_v2/messages/dm-selection.ts'
import { eventNotFound } from '../_v2/messages/one-event.ts'
import { keyParam } from '../_v2/parameters.ts'
import { partsAnswer } from '../_v2/parts.ts'
import { ID_PATTERN, ValidationErrors } from '../_v2/validation-errors.ts'
import { V2_DIALECT, v2View } from '../_v2/view.ts'

export const v2DmEvents = dmEventPages(
  '/2/dm_events',
  'Events of all conversations of the user, newest first.',
  undefined,
)

const ONE_PARAMS = { event_id: keyParam('id'), ...DM_SELECTION_PARAMS }
const ONE_NAMES = Object.keys(ONE_PARAMS)

export const v2DmEvent = defineEndpoint({
  ...DM_READS,
  method: 'GET',
  paths: ['/2/dm_events/:event_id'],
  summary: 'One event of a conversation of the user.',
  params: ONE_PARAMS,
  answers: [{ schema: ONE_DM_EVENT }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent, outer }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(ONE_NAMES, 'event_id')
    const value = errors.one('event_id', ID_PATTERN)
    const selection = readDmSelection(errors, outer.apiDate)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const id = BigInt(value)
    const userId = caller.user.id
    const events =
      id > LARGEST_ID ? [] : await findEvents(services.store, userId, [id], onUnreadable(services))
    if (events.length === 0) return eventNotFound(value)
    const view = v2View(caller, V2_DIALECT, selection.included, outer)
    return partsAnswer(await dmParts(services, view, selection, events), true)
  },
})

export const v2DeleteDmEvent = defineEndpoint({
  ...DM_WRITES,
  method: 'DELETE',
  paths: ['/2/dm_events/:event_id'],
  summary: 'Deletes an event for the user; other participants keep it.',
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
