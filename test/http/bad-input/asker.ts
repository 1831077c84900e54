/** Sends requests to endpoints, and checks every response against the rules for all responses. */
import assert from 'node:assert/strict'
import type { AuthKind } from '../../../src/http/endpoint.ts'
import type { Connections } from '../../support/http/connections.ts'
import { headerOf, requestText, type WireAnswer } from '../../support/http/wire.ts'
import type { AnyEndpoint, AnyFamily } from './any-family.ts'
import { type Dialect, dialectOf, isPageForm, PAGES } from './dialect.ts'
import type { Proof } from './proofs.ts'
import { type Refused, refusalIn, shortly } from './speech.ts'

export interface Question {
  readonly method: string
  /** The path, without a query. */
  readonly path: string
  /** Parameters, which are in the query, or in the form for methods with a body. */
  readonly text?: string
  readonly proof: Proof
}

/** A response, and the parsed error if the response is an error. */
export interface Answered {
  readonly status: number
  readonly refusal: Refused | undefined
  readonly wire: WireAnswer
}

/** A body in bytes. */
interface SentBody {
  readonly type: string
  readonly octets: string
}

const FORM = 'application/x-www-form-urlencoded'

export class Asker {
  readonly connections: Connections
  readonly #host: string
  readonly #families: readonly AnyFamily[]
  /** Paths whose body is text. Requests to these paths have their parameters in the query. */
  readonly #texts: readonly RegExp[]
  /** Paths to which the public pages send their forms. */
  readonly #forms: readonly RegExp[]

  constructor(connections: Connections, url: string, families: readonly AnyFamily[]) {
    this.connections = connections
    this.#host = new URL(url).host
    this.#families = families
    const endpoints = families.flatMap((family) => family.endpoints)
    this.#texts = endpoints.filter(({ body }) => body?.kind === 'bytes').map(patternOf)
    this.#forms = families.flatMap((family) =>
      family.endpoints.filter(({ method }) => isPageForm(family, method)).map(patternOf),
    )
  }

  /** The dialect that belongs to a path, which may be unknown. */
  dialectOf(path: string, method = 'GET'): Dialect {
    if (this.#isForm(path, method)) return PAGES
    const owner = this.#families.find((family) => family.owns(path)) ?? this.#families[0]
    assert.ok(owner !== undefined)
    return dialectOf(owner, path)
  }

  #isForm(path: string, method: string): boolean {
    return method === 'POST' && this.#forms.some((pattern) => pattern.test(path))
  }

  ask({ method, path, text = '', proof }: Question): Promise<Answered> {
    const takesText = this.#texts.some((pattern) => pattern.test(path))
    const hasForm = method !== 'GET' && method !== 'HEAD' && !takesText
    const target = hasForm || text === '' ? path : `${path}?${text}`
    const form = hasForm ? text : undefined
    const proven = proof({ method, target, form }) ?? []
    const headers = typeof proven === 'string' ? [['authorization', proven] as const] : proven
    return this.send(path, `${method} ${target} HTTP/1.1`, headers, form)
  }

  /** Sends a request with the text as its JSON body. The text may be invalid JSON. */
  askJson({ method, path, text = '', proof }: Question): Promise<Answered> {
    const proven = proof({ method, target: path }) ?? []
    const headers = typeof proven === 'string' ? [['authorization', proven] as const] : proven
    const octets = Buffer.from(text).toString('latin1')
    return this.send(path, `${method} ${path} HTTP/1.1`, headers, { type: 'application/json', octets })
  }

  /**
   * Sends a request as bytes, and adds the length of its body.
   * @param path determines the family
   * @param body a form as a text, or another body
   * @param dialect expected format of errors; default: the dialect of the path
   */
  async send(
    path: string,
    line: string,
    headers: readonly (readonly [string, string])[] = [],
    body?: string | SentBody,
    { speech } = this.dialectOf(path, methodIn(line)),
  ): Promise<Answered> {
    const accepted = this.#isForm(path, methodIn(line)) ? [['accept', 'text/html'] as const] : []
    const sent = typeof body === 'string' ? { type: FORM, octets: body } : body
    const about: (readonly [string, string])[] =
      sent === undefined
        ? []
        : [
            ['content-type', sent.type],
            ['content-length', String(sent.octets.length)],
          ]
    const all = [['host', this.#host] as const, ...accepted, ...headers, ...about]
    const wire = await this.connections.exchange(requestText(line, all, sent?.octets ?? ''))
    for (const [name] of wire.headers) assert.equal(name, name.toLowerCase())
    const { status } = wire
    assert.ok(status < 500, `${status} ${wire.body}`)
    assert.equal(headerOf(wire, 'status'), wire.line.replace('HTTP/1.1 ', ''))
    const isRefusal = status >= 400 && !line.startsWith('HEAD ')
    return { status, refusal: isRefusal ? refusalIn(speech, wire) : undefined, wire }
  }
}

function methodIn(line: string): string {
  return line.slice(0, line.indexOf(' '))
}

function patternOf({ paths: [path] }: AnyEndpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]*')}$`)
}

/** The parameter for the calling user in paths such as `/2/users/:id/likes`. No other user may act there. */
const SELF = /^\/2\/users\/:[a-z_]+(?=\/)/

/** A path of an endpoint with valid values for its parameters. */
export function filled(
  { auth }: Pick<AnyEndpoint, 'auth'>,
  path: string,
  good: Readonly<Record<string, string>>,
): string {
  const own = auth.includes('app') ? path : path.replace(SELF, `/2/users/${good['self']}`)
  // Some paths of v1.1 also accept a name.
  return own.replaceAll(/:([a-z_]+)/g, (_, name: string) => good[OTHER_NAMES[name] ?? name] ?? '5')
}

const OTHER_NAMES: Readonly<Record<string, string>> = { id: 'user_id', target_user_id: 'target_id' }

/** Like `assert.equal`, with a message in one line. */
export function assertSame(actual: string, expected: string): void {
  assert.ok(actual === expected, `${actual}, must be ${expected}`)
}

export function assertRefused({ status, refusal }: Answered, expected: Refused): void {
  assert.ok(refusal !== undefined, `${status}, must be ${shortly(expected)}`)
  assertSame(shortly(refusal), shortly(expected))
}

/** Asserts that the endpoint declares the response that a valid caller gets. */
export function assertDeclared(
  { status, refusal }: Answered,
  { speech }: Dialect,
  endpoint: AnyEndpoint,
): void {
  if (refusal === undefined) {
    const good = (endpoint.answers ?? [{}]).map((answer) => answer.status ?? 200)
    assert.ok(good.includes(status), `${status} is not among the answers ${good}`)
    return
  }
  // Pages share one table of errors, which refusalIn has checked.
  if (speech === 'pages') return
  const declared = endpoint.errors.map(({ status, code, message }) =>
    shortly(speech === 'codes' || speech === 'reasons' ? { status, code } : { status, title: message }),
  )
  // Every endpoint with a body may receive an unreadable body.
  if (speech === 'reasons' && endpoint.body !== undefined)
    declared.push('400/request-invalid', '400/field-invalid')
  // Every upload may be too large.
  if (speech === 'reasons' && endpoint.multipart !== undefined) declared.push('413/too-large')
  assert.ok(declared.includes(shortly(refusal)), `${shortly(refusal)} is not among the errors ${declared}`)
}

/**
 * spec/limits.md#headers: every response of a limited endpoint, even an error, contains the window of the
 * caller.
 * @param kind kind of caller; undefined for an unauthenticated request
 */
export function assertWindow({ wire }: Answered, endpoint: AnyEndpoint, kind: AuthKind | undefined): void {
  const isLimited = (kind === 'user' || kind === 'app') && endpoint.window?.[kind] !== undefined
  for (const what of ['limit', 'remaining', 'reset']) {
    const value = headerOf(wire, `x-rate-limit-${what}`)
    if (isLimited) assert.match(value ?? 'none', /^\d+$/, `x-rate-limit-${what}`)
    else assert.equal(value, undefined, `x-rate-limit-${what}`)
  }
}

/** Runs a check, and returns its failure in one line instead of throwing it. */
export async function wrongs(about: string, check: () => Promise<void>): Promise<string[]> {
  try {
    await check()
    return []
  } catch (error) {
    return [`${about}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500)]
  }
}
