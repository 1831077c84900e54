/** GET account/verify_credentials: the user whose token signs (spec/users.md#verify-credentials). */
import { findEmail } from '../../../domain/accounts/find-email.ts'
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import { userObject } from '../../../formats/v1.1/user.ts'
import { boolean } from '../../../http/params.ts'
import { must } from '../../../lib/assert.ts'
import { v11Endpoint } from '../_family.ts'
import { OWN_USER } from '../_schemas/user.ts'
import { statusOf } from '../_status.ts'
import { userParams, viewOf } from '../_users.ts'

export const accountVerifyCredentials = v11Endpoint({
  paths: ['/1.1/account/verify_credentials.json'],
  summary: 'The user whose token signs the request.',
  auth: ['user'],
  window: { user: 75, app: 0 },
  params: {
    ...userParams,
    include_email: boolean({
      default: false,
      description: 'Include `email`, for apps with the permission to read e-mail addresses.',
    }),
  },
  answers: [{ schema: OWN_USER }],
  async handle({ params, caller, services, outer }) {
    const { id } = caller.user
    const user = must((await findFullUsers(services.store, [id])).get(id), 'the user who was authenticated')
    const status = await statusOf(services, { userId: id }, id, params, outer)
    const view = { ...viewOf({ userId: id }, undefined, id, params, outer), status }
    // The members about withholding come after the members about the state of the user.
    const { withheld_in_countries, withheld_scope, ...object } = userObject(user, view)
    const hasEmail = params.include_email && caller.app.mayReadEmail
    const email = hasEmail ? { email: await findEmail(services.store, id) } : {}
    return {
      status: 200,
      body: JSON.stringify({
        ...object,
        suspended: false,
        needs_phone_verification: false,
        withheld_in_countries,
        withheld_scope,
        ...email,
      }),
    }
  },
})
