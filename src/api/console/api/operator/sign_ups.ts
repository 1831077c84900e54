/** GET /console/api/operator/sign_ups: sign-ups that wait for approval (spec/console.md#sign-ups). */
import { Type } from 'typebox'
import { listSignUpRequests } from '../../../../domain/accounts/sign-up/requests.ts'
import { count, optionalId } from '../../../../http/params.ts'
import { pageOf } from '../../../../lib/pages.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { DESK_SIGN_UP, deskSignUp, SIGN_UP_RULE } from '../../_operator/sign-ups.ts'

export const listDeskSignUps = operatorEndpoint({
  paths: ['/console/api/operator/sign_ups'],
  summary: 'Sign-ups that wait for approval, the oldest first.',
  params: {
    after: optionalId('Id of the last sign-up of the previous page. The requested page has newer entries.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        sign_ups: Type.Array(DESK_SIGN_UP),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
        sign_up: SIGN_UP_RULE,
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { after, count } }) {
    const found = await listSignUpRequests(services.store, { count: count + 1, after })
    const { items, next } = pageOf(found, count, ({ id }) => id)
    return jsonAnswer({ sign_ups: items.map(deskSignUp), next, sign_up: services.signUp })
  },
})
