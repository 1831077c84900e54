/** Makes the families of Labs and API v2: their response headers, error bodies and descriptions. */
import { Type } from 'typebox'
import type { Caller } from '../auth/caller.ts'
import {
  documentedErrors,
  type Endpoint,
  type ErrorEntry,
  type Family,
  type WindowOwner,
} from '../http/endpoint.ts'
import { must } from '../lib/assert.ts'
import {
  documentedProblem,
  PROBLEMS,
  Problem,
  type ProblemBase,
  type ProblemName,
  renderProblem,
} from './_problems.ts'
import type { Services } from './_services.ts'

/** The headers of every response (spec/http.md#response-headers). */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename=json.json',
  'cache-control': 'no-cache, no-store, max-age=0',
  pragma: 'no-cache',
  expires: 'Tue, 31 Mar 1981 05:00:00 GMT',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
}

/** The version of the vendor's API document that `/2/` implements (spec/v2.md#headers-and-windows). */
const API_VERSION = '2.54'

interface ProblemFamily {
  readonly name: string
  /** The beginning of the paths of the family, such as `/labs/1/`. */
  readonly prefix: string
  readonly base: ProblemBase
  readonly windowBy: WindowOwner
  readonly maxAccessLevel?: 'read-write'
  readonly endpoints: readonly Endpoint<Caller, Services>[]
  /** Additional headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

export function problemFamily({ prefix, base, headers, ...rest }: ProblemFamily): Family<Caller, Services> {
  return {
    ...rest,
    owns: (path) => path.startsWith(prefix) || `${path}/` === prefix,
    headers: { ...HEADERS, ...headers },
    renderError: (error) => renderProblem(base, error),
    description: {
      text: DESCRIPTION,
      errorBody: ERROR_BODY,
      renderEntry: (entry) => renderProblem(base, new Problem(nameOf(entry))),
      errors: documentedErrors(PROBLEMS, documentedProblem, 'without codes'),
    },
  }
}

/** Finds the name in the table of problems that has the status and the title of a declared error. */
function nameOf({ status, message }: ErrorEntry): ProblemName {
  const names = Object.keys(PROBLEMS) as ProblemName[]
  const name = names.find((each) => PROBLEMS[each].status === status && PROBLEMS[each].title === message)
  return must(name, `a problem with the title ${message}`)
}

const DESCRIPTION = 'Errors are problem objects; parameters that are not known are errors.'

/** The schema of a problem (spec/errors.md#problem-objects). */
const ERROR_BODY = Type.Object(
  {
    title: Type.String(),
    type: Type.String({ description: 'A URI that is `about:blank` or names the problem.' }),
    status: Type.Optional(Type.Integer({ description: 'The HTTP status.' })),
    detail: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameters: Type.Optional(
            Type.Record(Type.String(), Type.Array(Type.String()), {
              description: 'The values of the request, by parameter name.',
            }),
          ),
          message: Type.String(),
        }),
        { description: 'The errors of an `invalid-request`.' },
      ),
    ),
  },
  { title: 'Problem', description: 'RFC 7807.' },
)

type Endpoints = readonly Endpoint<Caller, Services>[]

/**
 * The families of Labs and API v2. In Labs, an app has one window for all kinds of authentication
 * (spec/http.md#families).
 */
export function previewFamilies(
  lists: Readonly<Partial<Record<'labs/1' | 'labs/2' | '2', Endpoints>>> = {},
): Family<Caller, Services>[] {
  return [
    problemFamily({
      name: 'labs/1',
      prefix: '/labs/1/',
      base: 'https://api.twitter.com/labs/1/problems/',
      windowBy: 'app',
      endpoints: lists['labs/1'] ?? [],
    }),
    problemFamily({
      name: 'labs/2',
      prefix: '/labs/2/',
      base: 'https://api.twitter.com/labs/2/problems/',
      windowBy: 'app',
      endpoints: lists['labs/2'] ?? [],
    }),
    problemFamily({
      name: '2',
      prefix: '/2/',
      base: 'https://api.twitter.com/2/problems/',
      windowBy: 'pair',
      maxAccessLevel: 'read-write',
      headers: { 'api-version': API_VERSION },
      endpoints: lists['2'] ?? [],
    }),
  ]
}
