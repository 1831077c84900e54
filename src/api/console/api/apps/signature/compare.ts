/**
 * /console/api/apps/:app_id/signature/compare: compares a developer's base string with the server's
 * (docs/console.md#signature-debugger).
 */
import { Type } from 'typebox'
import { compareBaseStrings, MAX_COMPARED_LENGTH } from '../../../../../auth/oauth1/debug/compare.ts'
import { MISTAKES } from '../../../../../auth/oauth1/debug/finding.ts'
import { explain } from '../../../../../auth/oauth1/explain.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { numberIn, OF_APP } from '../../../_traffic/params.ts'

const BODY = consoleBody(
  Type.Object({
    failure_id: Type.String({ maxLength: 15 }),
    base_string: Type.String({ maxLength: MAX_COMPARED_LENGTH }),
  }),
)

const COMPARISON = Type.Object(
  {
    is_same: Type.Boolean(),
    first_byte: Type.Optional(
      Type.Integer({ description: 'Position of the first byte that differs, from 0.' }),
    ),
    server: Type.String({ description: 'The text of the server around that byte.' }),
    yours: Type.String(),
    findings: Type.Array(
      Type.Object({
        mistake: Type.Union(MISTAKES.map((name) => Type.Literal(name))),
        parameter: Type.Optional(Type.String()),
        server: Type.Optional(Type.String()),
        yours: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'ConsoleSignatureComparison' },
)

export const compareSignature = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/signature/compare'],
  summary: 'Compares a base string with the base string of the server for a refused signature.',
  params: OF_APP,
  body: BODY.spec,
  answers: [{ schema: COMPARISON }],
  errors: ['app-not-found', 'failure-not-found', 'field-invalid'],
  async handle({ services, caller, params, json }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const body = BODY.read(json)
    const id = numberIn(body.failure_id)
    const failure = services.signatureFailures.detailsOf(app.consumerKey).find((each) => each.id === id)
    if (failure === undefined) throw new ConsoleProblem('failure-not-found')
    const own = masked(body.base_string)
    const result = compareBaseStrings(failure.shown.base_string, own, failure.bodyNames)
    const { isSame, firstByte, server, yours, findings } = result
    return jsonAnswer({
      is_same: isSame,
      ...(firstByte === undefined ? {} : { first_byte: firstByte }),
      server,
      yours,
      findings,
    })
  },
})

/**
 * Masks the parameters that the server masks in its own base string. A text that is not a base string stays unchanged.
 */
function masked(baseString: string): string {
  if (baseString.split('&').length !== 3) return baseString
  try {
    return explain({ baseString })
  } catch {
    // The comparison reports a broken percent escape as a mistake.
    return baseString
  }
}
