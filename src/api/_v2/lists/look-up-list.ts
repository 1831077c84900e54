/** Declares the lookup of a list (spec/v2-users-and-lists.md#list-calls). */
import { seeLists } from '../../../domain/lists/visibility.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { keyParam, readSelection, selectionParams } from '../parameters.ts'
import { NOTHING_INCLUDED, partsAnswer } from '../parts.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { V2_DIALECT, v2View } from '../view.ts'
import { listsAsParts, unseenListError } from './list-parts.ts'
import { ONE_LIST } from './list-schemas.ts'

const PARAMS = { id: keyParam('id'), ...selectionParams('lists', '2') }
const NAMES = Object.keys(PARAMS)

export function lookUpList(path: string): ApiEndpoint {
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary: 'A list.',
    auth: ['user', 'app'],
    scopes: ['list.read'],
    writes: false,
    window: { user: 75, app: 75 },
    params: PARAMS,
    answers: [{ schema: ONE_LIST }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(NAMES, 'id')
      const value = errors.one('id', ID_PATTERN)
      const selection = readSelection(errors, 'lists', '2', outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const view = v2View(caller, V2_DIALECT, selection, outer)
      const id = BigInt(value)
      const [list = 'not-found'] = id > LARGEST_ID ? [] : await seeLists(services.store, view.viewer, [id])
      const parts =
        typeof list === 'string'
          ? { data: [], includes: NOTHING_INCLUDED, errors: [unseenListError(list, value)] }
          : await listsAsParts(services, view, [list])
      return partsAnswer(parts, true)
    },
  })
}
