/** /console/api/apps/:app_id/signature/sign: each step of a signature (docs/console.md#signature-debugger). */
import { Type } from 'typebox'
import { calculate } from '../../../../../auth/oauth1/debug/calculate.ts'
import { consumerSecretOf } from '../../../../../domain/apps/app.ts'
import { listTokens } from '../../../../../domain/apps/list-tokens.ts'
import { findTokenHolder } from '../../../../../domain/apps/token-holder.ts'
import { tokenSecretOf } from '../../../../../domain/apps/tokens.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { OF_APP } from '../../../_traffic/params.ts'

const MAX_LENGTH = 5_000

const BODY = consoleBody(
  Type.Object({
    method: Type.String({ pattern: '^[A-Za-z]{1,10}$' }),
    url: Type.String({ maxLength: MAX_LENGTH }),
    form: Type.Optional(
      Type.String({ maxLength: MAX_LENGTH, description: 'The form body, such as `status=a%20b`.' }),
    ),
    with_token: Type.Boolean({ description: 'True to sign with your own access token of the app.' }),
    timestamp: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999_999 })),
    nonce: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
)

const CALCULATION = Type.Object(
  {
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.String(),
        from: Type.Union([Type.Literal('header'), Type.Literal('query'), Type.Literal('body')]),
        encoded: Type.String(),
      }),
    ),
    parameter_string: Type.String(),
    base_url: Type.String(),
    base_string: Type.String(),
    key: Type.String({ description: 'The form of the key; secrets are not shown.' }),
    signature: Type.String(),
    authorization: Type.String(),
  },
  { title: 'ConsoleCalculation' },
)

export const signRequest = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/signature/sign'],
  summary: 'Signs a request and shows each step.',
  params: OF_APP,
  body: BODY.spec,
  answers: [{ schema: CALCULATION }],
  errors: ['app-not-found', 'token-not-found', 'field-invalid'],
  async handle({ services, caller, params, json }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const { method, url, form = '', with_token, timestamp, nonce } = BODY.read(json)
    const { store, vault, clock, random } = services
    // Only the owner’s token can sign, because a signature works as a credential for five minutes.
    const holder = with_token ? await ownToken(store, app.id, app.ownerId) : undefined
    const { parameterString, baseUrl, baseString, ...result } = calculate(
      {
        method,
        url: urlIn(url),
        form: [...new URLSearchParams(form)],
        consumerKey: app.consumerKey,
        token: holder?.token.token,
        timestamp: timestamp ?? Math.floor(clock.now() / 1_000),
        nonce: nonce ?? random(16).toString('hex'),
      },
      {
        consumerSecret: consumerSecretOf(vault, app),
        tokenSecret: holder === undefined ? '' : tokenSecretOf(vault, holder.token),
      },
    )
    const key = holder === undefined ? '{consumer secret}&' : '{consumer secret}&{token secret}'
    return jsonAnswer({
      ...result,
      parameter_string: parameterString,
      base_url: baseUrl,
      base_string: baseString,
      key,
    })
  },
})

async function ownToken(store: Parameters<typeof listTokens>[0], appId: bigint, userId: bigint) {
  const { items } = await listTokens(
    store,
    { appId, userId, withRevoked: false },
    { after: undefined, count: 1 },
  )
  const [token] = items
  const holder = token === undefined ? undefined : await findTokenHolder(store, token.token)
  if (holder === undefined) throw new ConsoleProblem('token-not-found')
  return holder
}

/** @throws {ConsoleProblem} `field-invalid` */
function urlIn(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = 'Use a whole address that begins with http or https.'
    throw new ConsoleProblem('field-invalid', { field: 'url', message })
  }
  return url
}
