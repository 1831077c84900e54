/** Errors of Labs and API v2: problem objects (spec/errors.md#problem-objects). */
import { AuthError, type AuthReason, type CallerKind, WrongCallerKind } from '../auth/errors.ts'
import { isStoreFailure } from '../db/errors.ts'
import { type Answer, BadBody, EdgeError, type EdgeReason, type ErrorEntry } from '../http/endpoint.ts'
import { BadParameter } from '../http/params.ts'
import { ExpectedError } from '../lib/expected-error.ts'

/** Beginnings of the problem types. Clients compare these URIs, so the URIs must not change. */
export type ProblemBase =
  | 'https://api.twitter.com/labs/1/problems/'
  | 'https://api.twitter.com/labs/2/problems/'
  | 'https://api.twitter.com/2/problems/'

const LABS_1_BASE: ProblemBase = 'https://api.twitter.com/labs/1/problems/'
const V2_BASE: ProblemBase = 'https://api.twitter.com/2/problems/'

interface ProblemEntry {
  /** The type, to which the base of the family is prepended, except for `about:blank`. */
  readonly type: string
  readonly status: number
  readonly title: string
}

/** Problems of whole requests, by the name that the program uses. */
export const PROBLEMS = {
  badRequest: { type: 'about:blank', status: 400, title: 'Bad Request' },
  unauthorized: { type: 'about:blank', status: 401, title: 'Unauthorized' },
  forbidden: { type: 'about:blank', status: 403, title: 'Forbidden' },
  notFound: { type: 'about:blank', status: 404, title: 'Not Found' },
  requestTimeout: { type: 'about:blank', status: 408, title: 'Request Timeout' },
  conflict: { type: 'conflict', status: 409, title: 'Conflict' },
  gone: { type: 'about:blank', status: 410, title: 'Gone' },
  tooLarge: { type: 'about:blank', status: 413, title: 'Content Too Large' },
  tooManyRequests: { type: 'about:blank', status: 429, title: 'Too Many Requests' },
  headersTooLarge: { type: 'about:blank', status: 431, title: 'Request Header Fields Too Large' },
  internal: { type: 'about:blank', status: 500, title: 'Internal Server Error' },
  unavailable: { type: 'about:blank', status: 503, title: 'Service Unavailable' },
  invalidRequest: { type: 'invalid-request', status: 400, title: 'Invalid Request' },
  unsupportedAuthentication: {
    type: 'unsupported-authentication',
    status: 403,
    title: 'Unsupported Authentication',
  },
  clientForbidden: { type: 'client-forbidden', status: 403, title: 'Client Forbidden' },
  rulesCapExceeded: { type: 'rule-cap', status: 422, title: 'RulesCapExceeded' },
  usageCapExceeded: { type: 'usage-capped', status: 429, title: 'UsageCapExceeded' },
  connectionException: { type: 'streaming-connection', status: 429, title: 'ConnectionException' },
  rulesMissing: { type: 'streaming-connection', status: 409, title: 'ConnectionException' },
  oauth1Permissions: { type: 'oauth1-permissions', status: 403, title: 'Forbidden' },
} as const satisfies Record<string, ProblemEntry>

/** Members of the problem for a connection beyond the maximum number of connections. */
export const TOO_MANY_CONNECTIONS = {
  detail: 'This stream is currently at the maximum allowed connection limit.',
  connection_issue: 'TooManyConnections',
} as const

/** Members of the problem for a connection without rules, on days on which API v2 refuses such connections. */
export const RULES_MISSING = {
  detail:
    'You must define rules using the POST /2/tweets/search/stream/rules endpoint before connecting to filtered stream.',
  connection_issue: 'RuleConfigurationIssue',
} as const

/** Members of the problem for a monthly cap that is used up, in responses and in streams. */
export const MONTH_SPENT = {
  period: 'Monthly',
  scope: 'Product',
  detail: 'Usage cap exceeded: Monthly product cap',
} as const

export type ProblemName = keyof typeof PROBLEMS

const INVALID_DETAIL = 'One or more parameters to your request was invalid.'

/** One of the errors in an `invalid-request` problem. */
export interface ParameterError {
  /** The parameter with the values that were sent; absent for an error about the state of an object. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>
  readonly message: string
}

/** Thrown by endpoints of these families. */
export class Problem extends ExpectedError {
  override readonly name = 'Problem'
  readonly entry: ProblemEntry
  readonly detail: string
  readonly errors: readonly ParameterError[] | undefined
  /** Members that only problems of this kind have. */
  readonly more: Readonly<Record<string, string>> | undefined

  /** @param detail a text; default: the title */
  constructor(
    name: ProblemName,
    detail?: string,
    errors?: readonly ParameterError[],
    more?: Readonly<Record<string, string>>,
  ) {
    const entry: ProblemEntry = PROBLEMS[name]
    super(detail ?? entry.title)
    this.entry = entry
    this.detail = detail ?? (errors === undefined ? entry.title : INVALID_DETAIL)
    this.errors = errors
    this.more = more
  }
}

/** The additional members of some problems. */
const DETAILS: Partial<Record<ProblemName, Readonly<Record<string, string>> & { readonly detail: string }>> =
  {
    connectionException: TOO_MANY_CONNECTIONS,
    rulesMissing: RULES_MISSING,
    usageCapExceeded: MONTH_SPENT,
  }

/** A problem with all members that this API documents. */
export function documentedProblem(name: ProblemName): Problem {
  const { detail, ...more } = DETAILS[name] ?? {}
  return new Problem(name, detail, undefined, detail === undefined ? undefined : more)
}

/** The declaration of a problem. Its code distinguishes problems with the same status. */
export function problemEntry(name: ProblemName): ErrorEntry {
  const { status, title } = PROBLEMS[name]
  const alike = Object.values(PROBLEMS).filter((each) => each.status === status)
  return { status, code: alike.findIndex((each) => each.title === title) + 1, message: title }
}

const AUTH_PROBLEMS: Record<AuthReason, ProblemName> = {
  'no-credentials': 'unauthorized',
  'unreadable-credentials': 'unauthorized',
  'bad-signature': 'unauthorized',
  'timestamp-out-of-range': 'unauthorized',
  'bad-token': 'unauthorized',
  'user-suspended': 'forbidden',
}

const EDGE_PROBLEMS: Record<Exclude<EdgeReason, 'unknown-path'>, ProblemName> = {
  'bad-request': 'badRequest',
  'body-too-large': 'tooLarge',
  'request-timeout': 'requestTimeout',
  'headers-too-large': 'headersTooLarge',
  'rate-limited': 'tooManyRequests',
  'user-context-only': 'unsupportedAuthentication',
  'app-context-only': 'unsupportedAuthentication',
  'no-write-permission': 'forbidden',
  'no-message-permission': 'forbidden',
  'no-scope': 'forbidden',
  'unacceptable-format': 'badRequest',
  'tls-required': 'forbidden',
  'version-inactive': 'gone',
  'endpoint-retired': 'gone',
  'api-date-invalid': 'badRequest',
  'over-capacity': 'unavailable',
}

/** The response to an error, for the family with the given base. */
export function renderProblem(base: ProblemBase, error: unknown): Answer {
  if (error instanceof EdgeError && error.reason === 'unknown-path') return UNKNOWN_PATH
  const isOfV2 = base === V2_BASE
  const problem =
    isOfV2 && isAboutPermissions(error)
      ? new Problem('oauth1Permissions', OAUTH1_PERMISSIONS)
      : asProblem(error)
  const { entry, detail, errors, more } = problem
  const type = entry.type === 'about:blank' ? entry.type : `${base}${entry.type}`
  const { title, status } = entry
  const rest = base === LABS_1_BASE ? { type, title, detail } : { title, detail, type }
  const body = errors !== undefined ? { errors, ...rest } : { title, detail, ...(more ?? { status }), type }
  return { status, body: JSON.stringify(body), headers: PROBLEM_HEADERS }
}

const PROBLEM_HEADERS = { 'content-type': 'application/problem+json; charset=utf-8' } as const

/** The response for an unknown path. All API versions share the router, so this response is the same as in v1.1. */
const UNKNOWN_PATH: Answer = {
  status: 404,
  body: '{"errors":[{"message":"Sorry, that page does not exist","code":34}]}',
}

/** Names of the kinds of callers in error texts, which clients compare. */
const KIND_NAMES: Readonly<Record<CallerKind, string>> = {
  'oauth1-user': 'OAuth 1.0a User Context',
  'oauth2-user': 'OAuth 2.0 User Context',
  app: 'OAuth 2.0 Application-Only',
}

/**
 * The detail for a wrong kind of caller. Two spaces follow the full stop, as recorded
 * (spec/v2.md#problem-bodies).
 */
function wrongKindDetail({ used, taken }: WrongCallerKind): string {
  const names = taken.map((kind) => KIND_NAMES[kind]).join(', ')
  return `Authenticating with ${KIND_NAMES[used]} is forbidden for this endpoint.  Supported authentication types are [${names}].`
}

const EXPLAINED: readonly EdgeReason[] = ['version-inactive', 'endpoint-retired', 'api-date-invalid']

/** The detail of an error; undefined for an error with only a title. */
function detailOf(error: EdgeError): string | undefined {
  if (error instanceof WrongCallerKind) return wrongKindDetail(error)
  return EXPLAINED.includes(error.reason) ? error.message : undefined
}

/**
 * The detail of the problem that API v2 returns for a token without a needed permission. This problem has
 * its own type (spec/v2.md#problem-bodies).
 */
const OAUTH1_PERMISSIONS =
  'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.'

function isAboutPermissions(error: unknown): boolean {
  return (
    error instanceof EdgeError &&
    (error.reason === 'no-write-permission' || error.reason === 'no-message-permission')
  )
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof AuthError) return new Problem(AUTH_PROBLEMS[error.reason])
  if (error instanceof BadBody) {
    return new Problem('invalidRequest', undefined, [{ parameters: {}, message: `${error.message}.` }])
  }
  if (error instanceof EdgeError && error.reason !== 'unknown-path') {
    return new Problem(EDGE_PROBLEMS[error.reason], detailOf(error))
  }
  if (error instanceof BadParameter) {
    return new Problem('invalidRequest', undefined, [parameterErrorOf(error)])
  }
  if (error instanceof Error && error.name === 'MalformedEncoding') return new Problem('badRequest')
  return new Problem(isStoreFailure(error) ? 'unavailable' : 'internal')
}

/** The error about an invalid parameter (spec/errors.md#problem-objects). */
function parameterErrorOf({ parameter, value, pattern }: BadParameter): ParameterError {
  if (value === '') {
    return { parameters: { [parameter]: [] }, message: `Request parameter \`${parameter}\` can not be empty` }
  }
  const fault = pattern === undefined ? 'is not valid' : `does not match ${pattern}`
  const message = `The \`${parameter}\` query parameter value [${value}] ${fault}`
  return { parameters: { [parameter]: [value] }, message }
}
