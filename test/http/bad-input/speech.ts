/** Parses errors in the format of each family. */
import assert from 'node:assert/strict'
import { TOKEN_ERRORS } from '../../../src/api/_oauth2/_errors.ts'
import { PAGE_ERRORS } from '../../../src/api/_pages/_errors.ts'
import { PROBLEMS } from '../../../src/api/_problems.ts'
import { UPLOAD_ERRORS } from '../../../src/api/1.1/_errors.ts'
import { V11_ERROR_TABLE } from '../../../src/api/1.1/_family.ts'
import { CONSOLE_PROBLEMS, CONSOLE_REASONS } from '../../../src/api/console/_problems.ts'
import { STREAM_ERRORS } from '../../../src/api/stream/compliance/_errors.ts'
import { EdgeError } from '../../../src/http/endpoint.ts'
import { headerOf, type WireAnswer } from '../../support/http/wire.ts'
import type { AnyFamily } from './any-family.ts'

/**
 * A format of errors: codes of v1.1, problem objects, HTML pages, a sentence (streams), errors of OAuth 2.0
 * token endpoints, or reasons (console).
 */
export type Speech = 'codes' | 'problems' | 'pages' | 'sentences' | 'tokens' | 'reasons'

/** The error format of a family. The error of the family for an invalid request identifies the format. */
export function speechOf({ renderError, headers }: Pick<AnyFamily, 'renderError' | 'headers'>): Speech {
  const { body = '', headers: own } = renderError(new EdgeError('bad-request', 'why'), { path: '/' })
  if ({ ...headers, ...own }['content-type']?.startsWith('text/html') === true) return 'pages'
  const error = JSON.parse(body) as object
  if ('error_description' in error) return 'tokens'
  if ('error' in error) return 'sentences'
  if ('reason' in error) return 'reasons'
  return 'title' in error ? 'problems' : 'codes'
}

/** An error, reduced to the members that the tests compare. */
export interface Refused {
  readonly status: number
  /** The code of a v1.1 error, or the reason of a console error. */
  readonly code?: number | string
  /** Title of a problem or a page, or the sentence that a stream sends. */
  readonly title?: string
}

/** Asserts that the response is a complete error in the format of its family, and has no other content. */
export function refusalIn(speech: Speech, answer: WireAnswer): Refused {
  switch (speech) {
    case 'codes':
      return refusedByCode(answer)
    case 'problems':
      return refusedByProblem(answer)
    case 'pages':
      return refusedByPage(answer)
    case 'sentences':
      return refusedBySentence(answer)
    case 'tokens':
      return refusedByToken(answer)
    case 'reasons':
      return refusedByReason(answer)
  }
}

function refusedByCode(answer: WireAnswer): Refused {
  assert.equal(headerOf(answer, 'content-type'), 'application/json;charset=utf-8')
  const body = JSON.parse(answer.body) as Record<string, unknown>
  if ('error' in body) {
    assert.deepEqual(Object.keys(body), ['request', 'error'])
    if (answer.status === 401) {
      assert.equal(body['error'], 'Not authorized.')
      return { status: 401 }
    }
    const entry = Object.values(UPLOAD_ERRORS).find(
      (each) => each.status === answer.status && isWorded(each.message, String(body['error'])),
    )
    assert.ok(entry !== undefined, `${answer.status} ${body['error']} is in no table`)
    return { status: entry.status, code: entry.code }
  }
  assert.deepEqual(Object.keys(body), ['errors'])
  const errors = body['errors'] as {
    readonly code: number
    readonly message: string
    readonly label?: string
  }[]
  const [error, ...more] = errors
  assert.ok(error !== undefined && more.length === 0, 'one error')
  const { code, message, label, ...rest } = error
  assert.deepEqual(rest, {})
  assert.equal(label, code === 99 ? 'authenticity_token_error' : undefined)
  const isInTable = V11_ERROR_TABLE.some(
    (entry) => entry.status === answer.status && entry.code === code && isWorded(entry.message, message),
  )
  assert.ok(isInTable, `${answer.status}/${code} ${message} is in no table`)
  return { status: answer.status, code }
}

/** True if the message is the template, with any text in place of `{name}`. */
function isWorded(template: string, message: string): boolean {
  const [before = '', after = ''] = template.split('{name}')
  return (
    template === message ||
    (template.includes('{name}') && message.startsWith(before) && message.endsWith(after))
  )
}

/** Additional members of problems, by type: spec/errors.md#problem-objects. */
const PROBLEM_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'about:blank': ['status'],
  'invalid-request': ['errors'],
  'unsupported-authentication': ['status'],
  'oauth1-permissions': ['status'],
  'client-forbidden': ['client_id', 'reason', 'required_enrollment', 'registration_url'],
  'usage-capped': ['period', 'scope'],
  'streaming-connection': ['connection_issue'],
}

function refusedByProblem(answer: WireAnswer): Refused {
  const { status } = answer
  // The router reports an unknown path in the format of v1.1. A missing object is a problem object.
  if (status === 404 && !answer.body.includes('"type"')) {
    assert.deepEqual(JSON.parse(answer.body), {
      errors: [{ message: 'Sorry, that page does not exist', code: 34 }],
    })
    return { status, code: 34 }
  }
  assert.equal(headerOf(answer, 'content-type'), 'application/problem+json; charset=utf-8')
  const { title, type, detail, ...rest } = JSON.parse(answer.body) as Record<string, unknown>
  const entry = Object.values(PROBLEMS).find(
    (each) => each.status === status && each.title === title && String(type).endsWith(each.type),
  )
  assert.ok(entry !== undefined, `${status} ${title} ${type} is in no table`)
  assert.equal(typeof detail, 'string')
  assert.deepEqual(Object.keys(rest), PROBLEM_MEMBERS[entry.type] ?? [])
  return { status, title: entry.title }
}

function refusedByPage(answer: WireAnswer): Refused {
  const { status, body } = answer
  assert.equal(headerOf(answer, 'content-type'), 'text/html;charset=utf-8')
  const title = /<title>(.*?) – Aviary<\/title>/.exec(body)?.[1]
  const entry = Object.values(PAGE_ERRORS).find((each) => each.status === status && each.title === title)
  assert.ok(entry !== undefined, `${status} ${title} is in no table`)
  assert.match(headerOf(answer, 'content-security-policy') ?? '', /^default-src /)
  return { status, title: entry.title }
}

function refusedBySentence(answer: WireAnswer): Refused {
  const { status } = answer
  assert.equal(headerOf(answer, 'content-type'), 'application/json')
  const { error, ...rest } = JSON.parse(answer.body) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  assert.deepEqual([rest, Object.keys(error ?? {})], [{}, ['message', 'sent']])
  const entry = Object.values(STREAM_ERRORS).find(
    (each) => each.status === status && each.message === error?.['message'],
  )
  assert.ok(entry !== undefined, `${status} ${error?.['message']} is in no table`)
  return { status, title: entry.message }
}

/** A short text for an error, such as `400/44`. */
export function shortly({ status, code, title }: Refused): string {
  return `${status}/${code ?? title ?? 'not authorized'}`
}

function refusedByToken(answer: WireAnswer): Refused {
  const { status } = answer
  assert.equal(headerOf(answer, 'content-type'), 'application/json; charset=utf-8')
  assert.equal(headerOf(answer, 'cache-control'), 'no-store')
  const { error, error_description: title, ...rest } = JSON.parse(answer.body) as Record<string, unknown>
  assert.deepEqual(rest, {})
  const entry = Object.values(TOKEN_ERRORS).find(
    (each) => each.status === status && each.error === error && each.message === title,
  )
  assert.ok(entry !== undefined, `${status} ${error} ${title} is in no table`)
  return { status, title: entry.message }
}

function refusedByReason(answer: WireAnswer): Refused {
  const { status } = answer
  assert.equal(headerOf(answer, 'content-type'), 'application/problem+json; charset=utf-8')
  assert.equal(headerOf(answer, 'cache-control'), 'no-store')
  const { status: repeated, reason: code, message, field, ...rest } = JSON.parse(answer.body)
  const reason = CONSOLE_REASONS.find((each) => each === code)
  assert.ok(reason !== undefined, `${code} is in no table`)
  assert.deepEqual([status, repeated, rest], [CONSOLE_PROBLEMS[reason].status, status, {}])
  // The error has a sentence. If a member of the body is wrong, the error also has the name of the member.
  assert.match(message, /^[A-Z].*[.!?]$/)
  assert.match(field ?? 'none', /^[\w.]+$/)
  return { status, code: reason }
}
