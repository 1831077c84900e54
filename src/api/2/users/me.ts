/** GET 2/users/me: the calling user (spec/v2-users-and-lists.md#user-calls). */
import type { UserCaller } from '../../../auth/caller.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { readSelection, selectionParams } from '../../_v2/parameters.ts'
import { partsAnswer } from '../../_v2/parts.ts'
import { SCHEMAS } from '../../_v2/schemas.ts'
import { userParts } from '../../_v2/users.ts'
import { ValidationErrors } from '../../_v2/validation-errors.ts'
import { V2_DIALECT, v2View } from '../../_v2/view.ts'

const PARAMS = selectionParams('users', '2')
const NAMES = Object.keys(PARAMS)

/**
 * The right to read the e-mail address. An OAuth 2.0 token needs the scope `users.email`. For OAuth 1.0a, the app
 * needs the permission, as in verify_credentials.
 */
function mayReadEmail({ scopes, app }: UserCaller): boolean {
  return scopes === undefined ? app.mayReadEmail : scopes.has('users.email')
}

export const v2Me = defineEndpoint({
  method: 'GET',
  paths: ['/2/users/me'],
  summary: 'The user whose token authenticates the request.',
  auth: ['user'],
  scopes: [],
  writes: false,
  window: { user: 75, app: 0 },
  params: PARAMS,
  answers: [{ schema: SCHEMAS['2'].oneUser }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent, outer }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(NAMES)
    const selection = readSelection(errors, 'users', '2', outer.apiDate)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const view = { ...v2View(caller, V2_DIALECT, selection, outer), showsEmail: mayReadEmail(caller) }
    return partsAnswer(await userParts(services, view, 'id', ParsedIds.of([caller.user.id]), []), true)
  },
})
