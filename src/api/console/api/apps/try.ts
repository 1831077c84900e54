/** POST /console/api/apps/:app_id/try: makes an API request as an app of the caller (spec/console.md#try-it). */
import { type Static, Type } from 'typebox'
import { optionalText } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { type Trial, type TriedBody, tryCall } from '../../_try/try-call.ts'

/** Maximum number of characters in texts, and of entries in lists. */
const MAX_PATH_LENGTH = 512
const MAX_NAME_LENGTH = 256
const MAX_VALUE_LENGTH = 8_192
const MAX_PAIRS = 64
const MAX_JSON_LENGTH = 64 * 1024

const PAIRS = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
    value: Type.String({ maxLength: MAX_VALUE_LENGTH }),
  }),
  { maxItems: MAX_PAIRS },
)

const BODY = consoleBody(
  Type.Object({
    method: Type.Union([
      Type.Literal('GET'),
      Type.Literal('POST'),
      Type.Literal('PUT'),
      Type.Literal('DELETE'),
    ]),
    path: Type.String({
      pattern: '^/[!-"$->@-~]*$',
      maxLength: MAX_PATH_LENGTH,
      description: 'With the values of its parameters, percent-encoded; without a query.',
    }),
    as: Type.Union([Type.Literal('bearer'), Type.Literal('owner')], {
      description: 'The bearer token of the app, or OAuth 1.0a with the access token of its owner.',
    }),
    query: PAIRS,
    form: Type.Optional(PAIRS),
    json: Type.Optional(Type.String({ maxLength: MAX_JSON_LENGTH, description: 'The text of a JSON body.' })),
  }),
  4 * MAX_JSON_LENGTH,
)

const TEXT_PAIRS = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))

const TRIAL = Type.Object(
  {
    request: Type.Object({
      method: Type.String(),
      url: Type.String(),
      headers: TEXT_PAIRS,
      body: Type.Optional(Type.String()),
      base_string: Type.Optional(
        Type.String({
          description: 'The signature base string, without the token. Absent for a bearer token.',
        }),
      ),
    }),
    response: Type.Optional(
      Type.Object({
        status: Type.Integer(),
        reason: Type.String(),
        headers: TEXT_PAIRS,
        body: Type.String(),
        messages: Type.Optional(
          Type.Array(Type.String(), { description: 'Complete messages; for streams only.' }),
        ),
        ended: Type.Union(
          (['complete', 'cut off', 'enough', 'bytes', 'time'] as const).map((each) => Type.Literal(each)),
          { description: 'Reason why no more of the body was read.' },
        ),
        milliseconds: Type.Integer({ description: 'Until the response began.' }),
      }),
    ),
  },
  {
    title: 'ConsoleTrial',
    description: 'Tokens and signatures are masked. If there is no response, the call took too long.',
  },
)

export const tryCallOfApp = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/try'],
  summary: 'Tries a call of the API with an app, signed by the server.',
  params: { app_id: optionalText('The app.') },
  body: BODY.spec,
  answers: [{ schema: TRIAL }],
  errors: ['app-not-found', 'field-invalid', 'token-not-found', 'try-path-invalid'],
  async handle({ services, caller, params, json, outer }) {
    const { method, path, as, query, ...rest } = BODY.read(json)
    const app = await ownApp(services, caller, params.app_id ?? '')
    const call = { method, path, as, query: query.map(pairOf), body: bodyOf(rest) }
    const work = () => tryCall(services, app, call, outer)
    const trial = await services.trials.run({ name: String(caller.consoleUserId), isTrusted: false }, work)
    return jsonAnswer(shown(trial))
  },
})

type Named = Static<typeof PAIRS>[number]

function pairOf({ name, value }: Named): readonly [string, string] {
  return [name, value]
}

function bodyOf({ form, json }: Pick<ReturnType<typeof BODY.read>, 'form' | 'json'>): TriedBody | undefined {
  if (json !== undefined) return { kind: 'json', text: json }
  return form && { kind: 'form', fields: form.map(pairOf) }
}

function shown({ request: { baseString, ...request }, response }: Trial): object {
  const named = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => ({ name, value }))
  return {
    request: { ...request, headers: named(request.headers), base_string: baseString },
    response: response && { ...response, headers: named(response.headers) },
  }
}
