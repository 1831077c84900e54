/** /console/api/operator/tokens: access tokens of users (spec/console.md#apps-at-the-desk). */
import { Type } from 'typebox'
import { listTokens } from '../../../../domain/apps/list-tokens.ts'
import { issueToken, regenerateToken, TOKEN } from '../../../../domain/apps/tokens.ts'
import { BadParameter, count, optionalBoolean, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { NEW_TOKEN } from '../../_apps/own-app.ts'
import { consoleBody } from '../../_body.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { REASON } from '../../_operator/moderation.ts'
import { namedUser } from '../../_operator/named-user.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/tokens'

export const listDeskTokens = operatorEndpoint({
  paths: [PATH],
  summary: 'Access tokens of users, without their secrets.',
  params: {
    app: optionalId('Only tokens of this app.'),
    user: optionalId('Only tokens of this user.'),
    revoked: optionalBoolean('Revoked tokens too.'),
    after: optionalText('The last token of the previous page.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        tokens: Type.Array(
          Type.Object(
            {
              token: Type.String({ description: 'Without its secret.' }),
              app: Type.Object({ id: Type.String(), name: Type.String() }),
              user: Type.Object({ id: Type.String(), username: Type.String() }),
              permissions: Type.String({ description: 'The access level with which the token was issued.' }),
              created_at: Type.Integer({ description: 'Unix milliseconds.' }),
              revoked_at: Type.Union([Type.Integer(), Type.Null()]),
            },
            { title: 'ConsoleDeskToken' },
          ),
        ),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { app: appId, user: userId, revoked = false, after, count } }) {
    if (after !== undefined && !TOKEN.test(after)) throw new BadParameter('after', after)
    const filter = { appId, userId, withRevoked: revoked }
    const { items, next } = await listTokens(services.store, filter, { after, count })
    return jsonAnswer({
      tokens: items.map(({ token, permissions, createdAt, revokedAt, ...each }) => ({
        token,
        app: { id: each.appId, name: each.appName },
        user: { id: each.userId, username: each.screenName },
        ...{ permissions, created_at: createdAt, revoked_at: revokedAt },
      })),
      next,
    })
  },
})

const BODY = consoleBody(
  Type.Object({
    app_id: Type.String({ maxLength: 20 }),
    username: Type.String({
      maxLength: 50,
      description: 'Screen name of the user who authorizes the app, with or without @.',
    }),
    regenerate: Type.Boolean({ description: 'Revokes the earlier tokens of this app and user.' }),
    reason: REASON,
  }),
)

export const issueDeskToken = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Issues an access token of an app for a user, with a reason. Its secret is shown once.',
  params: {},
  body: BODY.spec,
  answers: [{ status: 201, schema: NEW_TOKEN }],
  errors: ['field-invalid', 'app-not-found', 'user-not-found'],
  async handle({ services, json }) {
    const { app_id, username, regenerate, reason } = BODY.read(json)
    const appId = idIn(app_id)
    if (appId === undefined) throw new ConsoleProblem('app-not-found')
    const { id: userId } = await namedUser(services, username)
    const issue = regenerate ? regenerateToken : issueToken
    const issued = await issue(services, { appId, userId, reason: reason.trim() })
    return jsonAnswer(
      {
        ...{ access_token: issued.accessToken, access_token_secret: issued.accessTokenSecret },
        ...{ screen_name: issued.screenName, permissions: issued.permissions },
      },
      { status: 201 },
    )
  },
})
