/** /console/api/operator/users: all users of the network (spec/console.md#moderation-at-the-desk). */
import { Type } from 'typebox'
import { createUser } from '../../../../domain/accounts/create-user.ts'
import { findUsers } from '../../../../domain/accounts/find-users.ts'
import { newestUserIds } from '../../../../domain/moderation/desk-reads.ts'
import { count, optionalBoolean, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { consoleBody } from '../../_body.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { findDeskUserIds } from '../../_operator/find-users.ts'
import { USER_PAGE, userPage } from '../../_operator/user-page.ts'
import { DESK_USER, deskUser } from '../../_operator/users.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/users'

export const findDeskUsers = operatorEndpoint({
  paths: [PATH],
  summary: 'Users by id, screen name or words of their names; without a query, the newest users.',
  params: {
    q: optionalText('An id, a screen name, or words.'),
    hidden: optionalBoolean('Without a query: only suspended and deactivated users.'),
    before: optionalId('Without a query: only users with smaller ids.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        users: Type.Array(DESK_USER),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `before` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { q = '', hidden = false, before, count } }) {
    const text = q.trim()
    const ids =
      text === ''
        ? await newestUserIds(services.store, { before, count, isHidden: hidden })
        : await findDeskUserIds(services, text, count)
    const users = await findUsers(services.store, ids)
    const now = services.clock.now()
    return jsonAnswer({
      users: ids.flatMap((id) => {
        const user = users.get(id)
        return user === undefined ? [] : [deskUser(user, now)]
      }),
      next: text === '' && ids.length === count ? (ids.at(-1) ?? null) : null,
    })
  },
})

// This limit is greater than the limits of the domain, so a text that exceeds a limit of the domain gets the error of
// the domain.
const TEXT = Type.String({ maxLength: 2_000 })

const BODY = consoleBody(
  Type.Object({
    screen_name: TEXT,
    name: Type.Optional(TEXT),
    email: Type.Optional(TEXT),
    password: Type.Optional(TEXT),
    is_protected: Type.Boolean(),
  }),
)

export const addDeskUser = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Creates a user, who can sign in with an e-mail address and a password.',
  params: {},
  body: BODY.spec,
  answers: [{ status: 201, schema: DESK_USER }],
  errors: [
    'field-invalid',
    'screen-name-invalid',
    'screen-name-taken',
    'name-too-long',
    'name-invalid',
    'email-invalid',
    'email-taken',
    'password-too-short',
  ],
  async handle({ services, json }) {
    const { screen_name, name, email, password, is_protected: isProtected } = BODY.read(json)
    const user = await createUser(services, {
      ...{ screenName: screen_name.trim(), name: name?.trim(), isProtected },
      ...{ email: email?.trim(), password },
    })
    return jsonAnswer(deskUser(user, services.clock.now()), { status: 201 })
  },
})

export const showDeskUser = operatorEndpoint({
  paths: [`${PATH}/:user_id`],
  summary:
    'A user with its state, its apps, the number of objects that an action affects, and the actions of operators.',
  params: { user_id: optionalText('The id of a user.') },
  answers: [{ schema: USER_PAGE }],
  errors: ['user-not-found'],
  async handle({ services, params }) {
    const id = idIn(params.user_id ?? '')
    if (id === undefined) throw new ConsoleProblem('user-not-found')
    return jsonAnswer(await userPage(services, id))
  },
})
