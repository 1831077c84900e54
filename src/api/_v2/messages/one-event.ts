/** Declares the lookup of one direct message event (spec/v2-messages-and-media.md#messages). */
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { keyParam } from '../parameters.ts'
import { partsAnswer } from '../parts.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { V2_DIALECT, v2View } from '../view.ts'
import { DM_READS } from './dm-access.ts'
import { dmParts } from './dm-parts.ts'
import { ONE_DM_EVENT } from './dm-schemas.ts'
import { DM_SELECTION_PARAMS, readDmSelection } from './dm-selection.ts'
import { eventNotFound } from './event-not-found.ts'
import { readEvents } from './read-events.ts'

const ONE_PARAMS = { event_id: keyParam('id'), ...DM_SELECTION_PARAMS }
const ONE_NAMES = Object.keys(ONE_PARAMS)

/** Declares the lookup of one event. */
export function dmEventLookup(path: string): ApiEndpoint {
  return defineEndpoint({
    ...DM_READS,
    method: 'GET',
    paths: [path],
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
      const events = id > LARGEST_ID ? [] : await readEvents(services, userId, [id])
      if (events.length === 0) return eventNotFound(value)
      const view = v2View(caller, V2_DIALECT, selection.included, outer)
      return partsAnswer(await dmParts(services, view, selection, events), true)
    },
  })
}
