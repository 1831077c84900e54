/**
 * Every error of an endpoint, with the response that its family renders. The API document contains the output of
 * the renderer, so that error texts are written only once.
 */
import type { Caller } from '../../auth/caller.ts'
import { AuthError, type AuthReason, WrongCallerKind } from '../../auth/errors.ts'
import { kindsTaken } from '../../auth/rights.ts'
import {
  type Answer,
  EdgeError,
  type EdgeReason,
  type Endpoint,
  type ErrorEntry,
  type Family,
} from '../../http/endpoint.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { Services } from '../_services.ts'
import type { Retirement } from '../_versions/lifetime.ts'

export interface PossibleRefusal {
  /** Name of the error among the errors of the endpoint. */
  readonly name: string
  /** The condition of the error, as a sentence. */
  readonly when: string
  readonly answer: Answer
}

type AnyEndpoint = Endpoint<Caller, Services>

/** Errors of authentication, in the order of the checks. */
const AUTH_REASONS: Readonly<Record<AuthReason, string>> = {
  'no-credentials': 'No credentials were sent.',
  'unreadable-credentials': 'The credentials cannot be read, or a part is missing.',
  'bad-signature': 'The consumer key is unknown, the signature does not match, or its nonce was used before.',
  'timestamp-out-of-range': 'The timestamp of the signature is too far from the present.',
  'bad-token': 'The token is unknown, was revoked, or belongs to another app.',
  'user-suspended': 'The owner of the token is suspended.',
}

/** Errors of the HTTP layer. For each error, a function selects the endpoints that may have it. */
const EDGE_REASONS: readonly (readonly [EdgeReason, string, (endpoint: AnyEndpoint) => boolean])[] = [
  [
    'no-message-permission',
    'The token has no right to direct messages.',
    ({ isAboutMessages }) => isAboutMessages === true,
  ],
  ['no-write-permission', 'The token, or the app, may only read.', ({ writes }) => writes],
  ['no-scope', 'The OAuth 2.0 token lacks a scope.', ({ scopes }) => scopes !== undefined],
  ['user-context-only', 'A bearer token was sent, which is not taken here.', takesNoBearer],
  ['app-context-only', 'A user’s signature was sent, which is not taken here.', takesNoUser],
  ['rate-limited', 'The rate window is used up.', ({ window }) => window !== undefined],
  [
    'bad-request',
    'A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.',
    always,
  ],
  ['tls-required', 'Plain HTTP came from a network that may not use it.', always],
  ['request-timeout', 'The body took too long to arrive.', always],
  ['body-too-large', 'The body is too large.', always],
  ['headers-too-large', 'The headers are too large.', always],
  ['over-capacity', 'The server has too much to do, or its database does not answer.', always],
]

/** Errors of `endpoint`: the declared errors, and the errors of all endpoints of its kind. */
export function refusalsOf(
  family: Family<Caller, Services>,
  endpoint: AnyEndpoint,
  retirement: Retirement | undefined,
): PossibleRefusal[] {
  const render = (error: unknown) => family.renderError(error, { path: endpoint.paths[0] })
  const parameters = parameterRefusals(endpoint, render)
  const declared = endpoint.errors
    .map((entry) => ({
      name: exampleName(entry),
      when: entry.message,
      answer: family.description.renderEntry(entry),
    }))
    .filter(({ answer }) => !parameters.some((parameter) => isGeneralFormOf(answer, parameter.answer)))
  const edge = EDGE_REASONS.filter(([, , applies]) => applies(endpoint)).map(([name, when]) => ({
    name,
    when,
    answer: render(edgeError(name, when, endpoint)),
  }))
  const failure = { name: 'failure', when: 'Something broke.', answer: render(new Error('a failure')) }
  const all = [...authRefusals(endpoint, render), ...parameters, ...declared, ...edge, failure]
  return retirement === undefined ? all : [...all, retired(retirement, render)]
}

/** Names of examples may contain letters, digits, points, hyphens and underscores. */
function exampleName({ status, code, subject }: ErrorEntry): string {
  const parts = [status, code, ...(subject === undefined ? [] : [subject])]
  return parts.join('-').replaceAll(/[^\w.-]/g, '')
}

/**
 * True if `general` has `{name}` where `particular` has the name of a parameter. The document then contains the
 * particular errors only. Equal errors are also true, because the document needs one of them.
 */
function isGeneralFormOf(general: Answer, particular: Answer): boolean {
  const [start = '', end] = general.body?.split('{name}') ?? []
  const { status, body = '' } = particular
  if (general.status !== status) return false
  return end === undefined ? start === body : body.startsWith(start) && body.endsWith(end)
}

function edgeError(reason: EdgeReason, when: string, endpoint: AnyEndpoint): EdgeError {
  switch (reason) {
    case 'user-context-only':
      return new WrongCallerKind('app', kindsTaken(endpoint))
    case 'app-context-only':
      return new WrongCallerKind('oauth1-user', kindsTaken(endpoint))
    default:
      return new EdgeError(reason, when)
  }
}

function authRefusals({ auth }: AnyEndpoint, render: (error: unknown) => Answer): PossibleRefusal[] {
  if (auth.includes('none')) return []
  if (auth.includes('console')) {
    const when = 'There is no session, or it has ended.'
    return [{ name: 'session-ended', when, answer: render(new AuthError('no-credentials', when)) }]
  }
  const reasons = Object.entries(AUTH_REASONS) as [AuthReason, string][]
  // `user-suspended` is about the user who signs a request. Only endpoints for users or apps check this user.
  const mayBeUser = auth.includes('user') || auth.includes('app')
  return reasons
    .filter(([reason]) => reason !== 'user-suspended' || mayBeUser)
    .map(([name, when]) => ({ name, when, answer: render(new AuthError(name, when)) }))
}

/** A value that every kind of parameter except free text refuses. */
const NONSENSE = '\0'

/** Errors of an endpoint's parameters for an invalid value. */
function parameterRefusals({ params }: AnyEndpoint, render: (error: unknown) => Answer): PossibleRefusal[] {
  return Object.entries(params).flatMap(([name, param]) => {
    try {
      param.parse(NONSENSE, name)
      return []
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error
      const when = `The value of \`${name}\` is none that it takes.`
      return [{ name: `parameter-${name}`, when, answer: render(error) }]
    }
  })
}

function retired(
  { reason, sunset, successor }: Retirement,
  render: (error: unknown) => Answer,
): PossibleRefusal {
  const when = `This endpoint was retired on ${sunset}. Use ${successor}.`
  return { name: reason, when, answer: render(new EdgeError(reason, when)) }
}

function always(): boolean {
  return true
}

function takesNoBearer({ auth }: AnyEndpoint): boolean {
  return !(['none', 'app', 'console'] as const).some((kind) => auth.includes(kind))
}

/**
 * True for an endpoint that refuses callers who are users. The endpoints of the OAuth 1.0a steps do not count. They
 * read every signature as the kind that they declare, and never authenticate a user.
 */
function takesNoUser({ auth }: AnyEndpoint): boolean {
  return !(['none', 'user', 'consumer', 'request-token', 'console'] as const).some((kind) =>
    auth.includes(kind),
  )
}
