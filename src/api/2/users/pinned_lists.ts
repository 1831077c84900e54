/** GET, POST and DELETE 2/users/:id/pinned_lists (spec/v2-users-and-lists.md#list-calls). */
import { Type } from 'typebox'
import { pinList, pinnedLists, unpinList } from '../../../domain/lists/pin-list.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { chooseLists, endChoice } from '../../_v2/lists/chosen-lists.ts'
import { listPartsOf } from '../../_v2/lists/list-parts.ts'
import { LIST_PAGE } from '../../_v2/lists/list-schemas.ts'
import { keyParam, readSelection, selectionParams } from '../../_v2/parameters.ts'
import { partsAnswer } from '../../_v2/parts.ts'
import { requireSelf } from '../../_v2/self.ts'
import { ID_PATTERN, ValidationErrors } from '../../_v2/validation-errors.ts'
import { V2_DIALECT, v2View } from '../../_v2/view.ts'

const PATH = '/2/users/:id/pinned_lists'
const STATE = { path: PATH, member: 'pinned', title: 'V2PinnedList' } as const

const PARAMS = {
  id: keyParam('id'),
  max_results: {
    schema: Type.Optional(
      Type.String({ description: 'Accepted and ignored: all pinned lists are returned.' }),
    ),
    parse: (text: string) => text,
  },
  ...selectionParams('lists', '2'),
}
const NAMES = Object.keys(PARAMS)

export const v2PinnedLists = defineEndpoint({
  method: 'GET',
  paths: [PATH],
  summary: 'The lists that the user has pinned, the newest pin first.',
  auth: ['user'],
  scopes: ['list.read'],
  writes: false,
  window: { user: 15, app: 0 },
  params: PARAMS,
  answers: [{ schema: LIST_PAGE }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent, outer }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(NAMES, 'id')
    const value = errors.one('id', ID_PATTERN)
    const selection = readSelection(errors, 'lists', '2', outer.apiDate)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const userId = requireSelf(caller.user.id, value)
    const view = v2View(caller, V2_DIALECT, selection, outer)
    const parts = await listPartsOf(services, view, await pinnedLists(services.store, userId))
    return partsAnswer(parts, false, JSON.stringify({ result_count: parts.data.length }))
  },
})

export const v2ListPin = chooseLists({ ...STATE, summary: 'Pins a list.', isLimited: true, run: pinList })

export const v2ListUnpin = endChoice({ ...STATE, summary: 'Unpins a list.', run: unpinList })
