/** /console/api/operator/users: all users of the network (spec/console.md#moderation-at-the-desk). */
import { Type } from 'typebox'
import { findEmail } from '../../../../domain/accounts/find-email.ts'
import { findUsers } from '../../../../domain/accounts/find-users.ts'
import { requireUser } from '../../../../domain/accounts/user.ts'
import { findAppsOf } from '../../../../domain/apps/app.ts'
import { newestUserIds, reachOfUser } from '../../../../domain/moderation/desk-reads.ts'
import { count, optionalBoolean, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { jsonAnswer } from '../../_family.ts'
import { AUDIT_ENTRY } from '../../_operator/audit.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { findDeskUserIds } from '../../_operator/find-users.ts'
import { historyOf } from '../../_operator/moderation.ts'
import { DESK_USER, deskUser } from '../../_operator/users.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/users'

export const findDeskUsers = operatorEndpoint({
  paths: [PATH],
  summary: 'Users by id, screen name or words of their names; without a query the newest ones.',
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

export const showDeskUser = operatorEndpoint({
  paths: [`${PATH}/:user_id`],
  summary: 'A user with its state, what an action on it affects, its apps, and what operators did.',
  params: { user_id: optionalText('The id of a user.') },
  answers: [
    {
      schema: Type.Object({
        user: DESK_USER,
        reach: Type.Object({
          apps: Type.Integer(),
          tokens: Type.Integer({ description: 'Tokens of the user, for any app.' }),
          subscriptions: Type.Integer({ description: 'Subscriptions of webhooks to the user.' }),
          streams: Type.Integer({ description: 'Compliance streams of all accounts.' }),
        }),
        apps: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            permissions: Type.String(),
            is_suspended: Type.Boolean(),
          }),
        ),
        can_sign_in: Type.Boolean({ description: 'True for a user with an e-mail address and a password.' }),
        history: Type.Array(AUDIT_ENTRY, { description: 'The newest 50 entries of the audit log.' }),
      }),
    },
  ],
  errors: ['user-not-found'],
  async handle({ services, params }) {
    const { store, clock } = services
    const id = idIn(params.user_id ?? '')
    if (id === undefined) throw new ConsoleProblem('user-not-found')
    const user = await requireUser(store, { id })
    const [reach, apps, email, history] = await Promise.all([
      reachOfUser(store, id),
      findAppsOf(store, id),
      findEmail(store, id),
      historyOf(services, { kind: 'user', id }),
    ])
    return jsonAnswer({
      user: deskUser(user, clock.now()),
      reach,
      apps: apps.map(({ id, name, permissions, suspendedAt }) => ({
        id,
        name,
        permissions,
        is_suspended: suspendedAt !== null,
      })),
      can_sign_in: email !== null,
      history,
    })
  },
})
