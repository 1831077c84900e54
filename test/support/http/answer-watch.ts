/** Compares every successful response of a test server with the declaration of its endpoint. */
import assert from 'node:assert/strict'
import { Compile } from 'typebox/schema'
import type { Services } from '../../../src/api/_services.ts'
import type { Caller } from '../../../src/auth/caller.ts'
import type { Answer, Endpoint, Family, SuccessResponse } from '../../../src/http/endpoint.ts'
import { lengthOfPieces, writePieces } from '../../../src/lib/json.ts'
import type { Hooks } from '../engines.ts'
import { closed } from './closed-schema.ts'

/**
 * Returns the families with a check of responses. The test fails at its end if a response differed from its
 * declaration.
 */
export function watchAnswers(
  t: Hooks,
  families: readonly Family<Caller, Services>[],
): readonly Family<Caller, Services>[] {
  const faults: string[] = []
  // A hook that is registered inside a hook runs last. Therefore a failure of this check does not prevent
  // other hooks from closing resources.
  t.after(() =>
    t.after(() => assert.deepEqual(faults, [], 'endpoints sent responses that they do not declare')),
  )
  return families.map((family) => ({
    ...family,
    endpoints: family.endpoints.map((endpoint) => watched(endpoint, (fault) => faults.push(fault))),
  }))
}

function watched(
  endpoint: Endpoint<Caller, Services>,
  report: (fault: string) => void,
): Endpoint<Caller, Services> {
  const { answers, method, paths } = endpoint
  if (answers === undefined) return endpoint
  return {
    ...endpoint,
    async handle(call) {
      const answer = await endpoint.handle(call)
      const fault = faultOf(answers, answer)
      if (fault !== undefined) report(`${method} ${paths[0]} answered ${fault}`)
      return answer
    },
  }
}

/**
 * Describes the problem of a response. Undefined for a valid response, and for errors, because error tables
 * are checked elsewhere.
 */
function faultOf(declared: readonly SuccessResponse[], answered: Answer): string | undefined {
  const { status } = answered
  if (status >= 400) return undefined
  const body = bodyOf(answered)
  const answer = declared.find((each) => (each.status ?? 200) === status)
  if (answer === undefined) return `${status}, which it does not declare`
  const { schema } = answer
  if (schema === undefined) return status !== 200 && body !== '' ? `${status} with a body` : undefined
  const isText = 'type' in schema && schema.type === 'string'
  const validator = validatorOf(schema)
  const value: unknown = isText ? body : JSON.parse(body)
  // The compiled check is fast. The slow search for errors runs only for an invalid response.
  if (validator.Check(value)) return undefined
  const [, errors] = validator.Errors(value)
  return `${body.slice(0, 1_000)}: ${JSON.stringify(errors.slice(0, 5))}`
}

function bodyOf({ body = '', bytes, pieces }: Answer): string {
  if (bytes !== undefined) return Buffer.from(bytes).toString()
  if (pieces === undefined) return body
  const joined = Buffer.alloc(lengthOfPieces(pieces))
  return joined.toString('utf8', 0, writePieces(pieces, joined))
}

const validators = new WeakMap<object, ReturnType<typeof Compile>>()

function validatorOf(schema: object): ReturnType<typeof Compile> {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validator = Compile(closed(schema) as object)
  validators.set(schema, validator)
  return validator
}
