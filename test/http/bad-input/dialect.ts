/**
 * Defines the errors that each family must send in situations that all families share. The errors are taken
 * from the specification.
 */
import type { AnyFamily } from './any-family.ts'
import type { Fault } from './proofs.ts'
import { type Refused, type Speech, speechOf } from './speech.ts'

export interface Dialect {
  readonly speech: Speech
  /** spec/errors.md#authentication-order. */
  readonly credentials: Readonly<Record<Fault, Refused>>
  /** A valid caller of a kind that the endpoint does not accept. */
  readonly wrongKind: Refused
  readonly mayOnlyRead: Refused
  /** A token that has no permission for messages (spec/direct-messages.md#access). */
  readonly noMessages: Refused
  /** An invalid value of a parameter: spec/followers.md#invalid-cursor; spec/errors.md#invalid-parameters. */
  readonly badValue: Refused
  /**
   * Parameters that cannot be decoded. A signature does not cover such parameters, so the caller of a signed
   * call is unknown.
   */
  readonly undecodable: Readonly<Record<'signed' | 'unsigned', Refused>>
  /** An unknown path, or a wrong method (spec/followers.md#paths-and-methods). */
  readonly unknownPath: Refused
  /** Requests that are malformed (400) or too large (413, 431). */
  readonly whole: Readonly<Record<400 | 413 | 431, Refused>>
  /**
   * True if an unknown parameter is an error, and false if it is ignored (spec/errors.md#invalid-parameters).
   */
  readonly rejectsUnknownParameters: boolean
}

const UNREADABLE: Refused = { status: 400, code: 215 }

const CODES: Dialect = {
  speech: 'codes',
  credentials: {
    'no credentials': { status: 400, code: 215 },
    unreadable: UNREADABLE,
    'bad signature': { status: 401, code: 32 },
    'timestamp out of range': { status: 401, code: 135 },
    'bad token': { status: 401, code: 89 },
    'owner suspended': { status: 403, code: 64 },
  },
  wrongKind: { status: 403, code: 220 },
  mayOnlyRead: { status: 403, code: 261 },
  noMessages: { status: 403, code: 93 },
  badValue: { status: 400, code: 44 },
  undecodable: { signed: UNREADABLE, unsigned: { status: 400, code: 214 } },
  unknownPath: { status: 404, code: 34 },
  whole: {
    400: { status: 400, code: 214 },
    413: { status: 413, code: 214 },
    431: { status: 431, code: 214 },
  },
  rejectsUnknownParameters: false,
}

/**
 * spec/errors.md#authentication-order: errors of an upload have a special format, but errors of credentials
 * have the usual format.
 */
const UPLOADS: Dialect = {
  ...CODES,
  badValue: { status: 400, code: 17 },
  undecodable: { signed: UNREADABLE, unsigned: { status: 400, code: 18 } },
  whole: { ...CODES.whole, 400: { status: 400, code: 18 }, 413: { status: 413, code: 1 } },
}

/** spec/oauth.md#step-bodies: all kinds of invalid credentials get the same error. */
const ONE_FOR_ALL: Refused = { status: 403, code: 99 }

const BEARER_TOKENS: Dialect = {
  ...CODES,
  credentials: {
    'no credentials': ONE_FOR_ALL,
    unreadable: ONE_FOR_ALL,
    'bad signature': ONE_FOR_ALL,
    'timestamp out of range': ONE_FOR_ALL,
    'bad token': ONE_FOR_ALL,
    'owner suspended': ONE_FOR_ALL,
  },
  wrongKind: ONE_FOR_ALL,
  undecodable: { signed: ONE_FOR_ALL, unsigned: { status: 400, code: 214 } },
}

const UNAUTHORIZED: Refused = { status: 401, title: 'Unauthorized' }

/** spec/errors.md#problem-objects. */
const PROBLEMS: Dialect = {
  speech: 'problems',
  credentials: {
    'no credentials': UNAUTHORIZED,
    unreadable: UNAUTHORIZED,
    'bad signature': UNAUTHORIZED,
    'timestamp out of range': UNAUTHORIZED,
    'bad token': UNAUTHORIZED,
    'owner suspended': { status: 403, title: 'Forbidden' },
  },
  wrongKind: { status: 403, title: 'Unsupported Authentication' },
  mayOnlyRead: { status: 403, title: 'Forbidden' },
  noMessages: { status: 403, title: 'Forbidden' },
  badValue: { status: 400, title: 'Invalid Request' },
  undecodable: { signed: UNAUTHORIZED, unsigned: { status: 400, title: 'Bad Request' } },
  unknownPath: { status: 404, code: 34 },
  whole: {
    400: { status: 400, title: 'Bad Request' },
    413: { status: 413, title: 'Content Too Large' },
    431: { status: 431, title: 'Request Header Fields Too Large' },
  },
  rejectsUnknownParameters: true,
}

const NONSENSE: Refused = { status: 400, title: 'This request is not valid' }

/** Pages and files without authentication. */
export const PAGES: Dialect = {
  ...PROBLEMS,
  speech: 'pages',
  badValue: NONSENSE,
  undecodable: { signed: NONSENSE, unsigned: NONSENSE },
  unknownPath: { status: 404, title: 'There is no such page' },
  whole: {
    400: NONSENSE,
    413: { status: 413, title: 'This request is too large' },
    431: { status: 431, title: 'The request headers are too large' },
  },
  rejectsUnknownParameters: false,
}

const UNREADABLE_REQUEST: Refused = { status: 400, title: 'The request cannot be read.' }

/**
 * spec/compliance-stream.md#order-of-checks. The endpoint itself authenticates the caller before it checks
 * values, so a request with a wrong value and no credentials gets the error for missing credentials.
 */
const SENTENCES: Dialect = {
  ...PROBLEMS,
  speech: 'sentences',
  badValue: { status: 401, title: 'Invalid credentials.' },
  undecodable: { signed: UNREADABLE_REQUEST, unsigned: UNREADABLE_REQUEST },
  unknownPath: { status: 404, title: 'Unknown stream.' },
  whole: {
    400: UNREADABLE_REQUEST,
    413: { status: 413, title: 'The body of the request is too large.' },
    431: { status: 431, title: 'The headers of the request are too large.' },
  },
  rejectsUnknownParameters: false,
}

const UNREADABLE_TOKEN_REQUEST: Refused = {
  status: 400,
  title: 'One or more parameters are missing, repeated with different values, or unreadable.',
}

/**
 * spec/oauth2.md#token-errors. The endpoint itself authenticates the client before it checks values, so a
 * request with a wrong value and no credentials gets the error for missing credentials.
 */
const TOKENS: Dialect = {
  ...PROBLEMS,
  speech: 'tokens',
  badValue: { status: 401, title: 'Missing valid authorization header' },
  undecodable: { signed: UNREADABLE_TOKEN_REQUEST, unsigned: UNREADABLE_TOKEN_REQUEST },
  unknownPath: { status: 404, title: 'There is no such endpoint.' },
  whole: {
    400: UNREADABLE_TOKEN_REQUEST,
    413: { status: 413, title: 'The body of the request is too large.' },
    431: { status: 431, title: 'The request headers are too large.' },
  },
  rejectsUnknownParameters: false,
}

const SESSION_ENDED: Refused = { status: 401, code: 'session-ended' }
const UNREADABLE_BY_CONSOLE: Refused = { status: 400, code: 'request-invalid' }

/**
 * spec/console.md#console-problems. Only the cookie of a session counts as credentials. All other credentials
 * are ignored.
 */
const REASONS: Dialect = {
  ...PROBLEMS,
  speech: 'reasons',
  credentials: {
    'no credentials': SESSION_ENDED,
    unreadable: SESSION_ENDED,
    'bad signature': SESSION_ENDED,
    'timestamp out of range': SESSION_ENDED,
    'bad token': SESSION_ENDED,
    'owner suspended': SESSION_ENDED,
  },
  wrongKind: SESSION_ENDED,
  badValue: { status: 400, code: 'field-invalid' },
  undecodable: { signed: UNREADABLE_BY_CONSOLE, unsigned: UNREADABLE_BY_CONSOLE },
  unknownPath: { status: 404, code: 'page-not-found' },
  whole: {
    400: UNREADABLE_BY_CONSOLE,
    413: { status: 413, code: 'too-large' },
    431: { status: 413, code: 'too-large' },
  },
  rejectsUnknownParameters: false,
}

/** @param path the path of an endpoint with `:name` for parameters, or the path of a request with values */
export function dialectOf(family: AnyFamily, path: string, method = 'GET'): Dialect {
  if (isPageForm(family, method)) return PAGES
  if (path === '/1.1/media/upload.json') return UPLOADS
  if (family.name === 'oauth2') return BEARER_TOKENS
  return BY_SPEECH[speechOf(family)]
}

/** True for endpoints to which browsers send the forms of public pages. */
export function isPageForm({ name }: AnyFamily, method: string): boolean {
  return name === 'network' && method === 'POST'
}

const BY_SPEECH: Readonly<Record<Speech, Dialect>> = {
  codes: CODES,
  problems: PROBLEMS,
  pages: PAGES,
  sentences: SENTENCES,
  tokens: TOKENS,
  reasons: REASONS,
}

/** Unreadable requests belong to no family, and get errors in the format of v1.1. */
export const OF_NOBODY = CODES
