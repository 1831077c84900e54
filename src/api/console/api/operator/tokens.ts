/** GET /console/api/operator/tokens: access tokens of users (spec/console.md#apps-at-the-desk). */
import { Type } from 'typebox'
import { listTokens } from '../../../../domain/apps/list-tokens.ts'
import { TOKEN } from '../../../../domain/apps/tokens.ts'
import { BadParameter, count, optionalBoolean, optionalId, optionalText } from '../../../../http/params.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'

export const listDeskTokens = operatorEndpoint({
  paths: ['/console/api/operator/tokens'],
  summary: 'Access tokens of users, without their secrets.',
  params: {
    app: optionalId('Only tokens of this app.'),
    user: optionalId('Only tokens of this user.'),
    revoked: optionalBoolean('Revoked tokens too.'),
    after: optionalText('The last token of the page before.'),
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
              permissions: Type.String({ description: 'The level with which it was issued.' }),
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
