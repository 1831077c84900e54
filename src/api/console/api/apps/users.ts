/** /console/api/apps/:app_id/users: the users who have authorized an app (spec/console.md#connected-apps). */
import { Type } from 'typebox'
import { PERMISSIONS } from '../../../../domain/apps/app.ts'
import { connectedUsers, countConnectedUsers } from '../../../../domain/apps/own/connected-users.ts'
import { revokeAppOfUser } from '../../../../domain/apps/revoke-app-of-user.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { APP_ID, TIME, timeText } from '../../_apps/own-app.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'

const USERS = '/console/api/apps/:app_id/users'

const CONNECTED_USER = Type.Object(
  {
    id: Type.String(),
    screen_name: Type.String(),
    name: Type.String(),
    permissions: Type.Union([Type.Enum([...PERMISSIONS]), Type.Null()], {
      description: 'The access level of the OAuth 1.0a tokens; null without such a token.',
    }),
    scopes: Type.Array(Type.String(), { description: 'Scopes of the OAuth 2.0 grants of the user.' }),
    connected_at: TIME,
  },
  { title: 'ConsoleConnectedUser' },
)

export const listConnectedUsers = consoleEndpoint({
  paths: [USERS],
  summary: 'A page of the users who have authorized an app, by id.',
  params: {
    ...APP_ID,
    after: optionalId('`next` of the previous page.'),
    count: count({ default: 200, max: 1_000 }),
  },
  answers: [
    {
      schema: Type.Object({
        users: Type.Array(CONNECTED_USER),
        next: Type.Union([Type.String(), Type.Null()]),
        total: Type.Integer(),
      }),
    },
  ],
  errors: ['app-not-found', 'field-invalid'],
  async handle({ services, caller, params }) {
    const { id: appId } = await ownApp(services, caller, params.app_id ?? '')
    const asked = { appId, now: services.clock.now() }
    const { items, next } = await connectedUsers(services.store, asked, params)
    return jsonAnswer({
      users: items.map(({ userId, screenName, name, permissions, scopes, since }) => ({
        id: userId,
        screen_name: screenName,
        name,
        permissions: permissions ?? null,
        scopes,
        connected_at: timeText(since),
      })),
      next,
      total: await countConnectedUsers(services.store, asked),
    })
  },
})

export const revokeConnectedUser = consoleEndpoint({
  method: 'DELETE',
  paths: [`${USERS}/:user_id`],
  summary: 'Revokes the access of an app to an account: all tokens and grants of the user.',
  params: { ...APP_ID, user_id: optionalText('The id of the user.') },
  answers: [DONE],
  errors: ['app-not-found', 'token-not-found'],
  async handle({ services, caller, params }) {
    const { id: appId } = await ownApp(services, caller, params.app_id ?? '')
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new ConsoleProblem('token-not-found')
    await revokeAppOfUser(services, { appId, userId })
    return doneAnswer()
  },
})
