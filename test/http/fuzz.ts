/**
 * Sends random requests to all public endpoints (INVARIANTS.md 6). No response may be a 5xx, no header name
 * may be in upper case, the log may have no error, and the server must not end.
 *
 * The suite runs a few requests (fuzz.test.ts). To run more by hand: `node test/http/fuzz.ts --runs 1000000
 * --seed 7`.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { parseArgs } from 'node:util'
import { publicFamilies } from '../../src/api/_families.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { createLogger } from '../../src/lib/log.ts'
import { authorization, type Signing, signed } from '../support/http/signed-wire.ts'
import { takeAnswer, Wire } from '../support/http/wire.ts'
import * as fc from '../support/properties.ts'
import { EVERY_PATH, startTestServer, type TestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

/** One request, in parts that fast-check can shrink. */
interface Shot {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly version: string
  readonly credentials: 'none' | 'bearer' | 'signed' | 'signed in the query' | 'broken' | 'junk'
  readonly junk: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly framing: 'none' | 'length' | 'wrong length' | 'chunked' | 'both'
  readonly type: string | undefined
}

export interface FuzzOptions {
  readonly runs: number
  readonly seed?: number | undefined
}

/** Every declared path, with the methods that are declared for the path. */
const SURFACE = publicFamilies().flatMap(({ endpoints }) =>
  endpoints.flatMap(({ method, paths }) => paths.map((path) => ({ method, path }))),
)

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY']

const NAMES = [
  'user_id',
  'screen_name',
  'cursor',
  'count',
  'stringify_ids',
  'resources',
  'include_entities',
  'oauth_token',
  'oauth_callback',
  'oauth_verifier',
  'oauth_nonce',
  'x_auth_mode',
  'access_token',
  'grant_type',
  '__proto__',
  'constructor',
]

const octet = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))

/** Text in a query or a form: unescaped, correctly or incorrectly escaped, or arbitrary bytes. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom('%', 'f', '0', 'c', '3', '+', '&', '=', 'é', ';', '#'), maxLength: 8 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom('', '-1', '0', 'true', 'null', '9223372036854775807', '9223372036854775808', '%00', '1e3'),
)

const pairs = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: piece }),
      piece,
    ),
    {
      maxLength: 6,
    },
  )
  .map((all) => all.map(([name, value]) => `${name}=${value}`).join('&'))

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SURFACE.map(({ path }) => path)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/', '*', '/1/a.json', '/labs/2/tweets', '/2/', '//', '/1.1/../x', ''),
  },
  { weight: 1, arbitrary: piece.map((text) => `/${text}`) },
  { weight: 1, arbitrary: fc.string({ unit: octet, maxLength: 20 }) },
)

/**
 * Chooses `common` in most cases, because a request with a single fault reaches deeper layers than a request
 * with five faults.
 */
function rarely<T>(common: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 20): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: common }, { weight: 1, arbitrary: odd })
}

const octets = (maxLength: number) => fc.string({ unit: octet, maxLength })

const header = fc.tuple(
  rarely(
    fc.constantFrom(
      'accept-encoding',
      'connection',
      'expect',
      'cookie',
      'origin',
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-proto',
      'upgrade',
      'range',
      'content-encoding',
      'te',
    ),
    fc.oneof(fc.constant('host'), octets(8)),
  ),
  rarely(
    fc.constantFrom('close', 'gzip', '*;q=0', '100-continue', 'null', 'https', 'for="[::1', 'h2c', 'a=b; c'),
    octets(20),
  ),
)

const FORM = 'application/x-www-form-urlencoded'

/**
 * Chooses a declared path with a declared method in most cases, so that requests get past the router. In the
 * other cases, method and path are chosen separately.
 */
const target: fc.Arbitrary<Pick<Shot, 'method' | 'path'>> = rarely(
  fc.constantFrom(...SURFACE),
  fc.record({
    method: rarely(fc.constantFrom('GET', 'GET', 'POST', 'POST', ...METHODS), octets(6)),
    path: rarely(fc.constantFrom(...SURFACE.map(({ path }) => path)), path, 4),
  }),
  2,
)

const rest: fc.Arbitrary<Omit<Shot, 'method' | 'path'>> = fc.record({
  query: rarely(fc.oneof(fc.constant(''), pairs), octets(20)),
  version: rarely(
    fc.constant('HTTP/1.1'),
    fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''),
    40,
  ),
  credentials: fc.constantFrom('none', 'bearer', 'signed', 'signed', 'signed in the query', 'broken', 'junk'),
  junk: octets(40),
  headers: rarely<Shot['headers']>(fc.constant([]), fc.array(header, { maxLength: 4 }), 3),
  body: rarely(fc.oneof(fc.constant(''), pairs), octets(60)),
  framing: rarely(
    fc.constantFrom('none', 'length', 'length', 'chunked'),
    fc.constantFrom('wrong length', 'both'),
  ),
  type: rarely(
    fc.constantFrom(undefined, FORM, FORM, 'application/json', 'multipart/form-data; boundary=x'),
    fc.constantFrom('text', ';', '\xff/\xff'),
  ),
})

/** A request without faults. With it, some handlers run to their end for any seed. */
const plain: fc.Arbitrary<Omit<Shot, 'method' | 'path'>> = fc.record({
  query: fc.constant(''),
  version: fc.constant('HTTP/1.1'),
  credentials: fc.constantFrom('bearer', 'signed'),
  junk: fc.constant(''),
  headers: fc.constant([]),
  body: fc.constant(''),
  framing: fc.constant('length'),
  type: fc.constant(undefined),
})

const shot: fc.Arbitrary<Shot> = fc
  .tuple(target, rarely(rest, plain, 4))
  .map(([target, rest]) => ({ ...target, ...rest }))

/** Valid keys. A key is replaced after a request has invalidated it. */
class Keys {
  readonly #server: TestServer
  readonly bearer: string
  readonly #consumer: Signing['consumer']
  readonly #issue: () => Promise<Signing['consumer']>
  #token: Signing['consumer']

  private constructor(
    server: TestServer,
    bearer: string,
    consumer: Signing['consumer'],
    issue: () => Promise<Signing['consumer']>,
    token: Signing['consumer'],
  ) {
    this.#server = server
    this.bearer = bearer
    this.#consumer = consumer
    this.#issue = issue
    this.#token = token
  }

  static async make(server: TestServer): Promise<Keys> {
    const { context } = server
    const user = await createOneUser(context)
    const app = await createApp(context, { name: 'Fuzz', ownerId: user.id, permissions: 'read-write' })
    const issue = async () => {
      const issued = await issueToken(context, { appId: app.appId, userId: user.id })
      return { key: issued.accessToken, secret: issued.accessTokenSecret }
    }
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    return new Keys(server, app.bearerToken, consumer, issue, await issue())
  }

  async renew(): Promise<void> {
    this.#token = await this.#issue()
  }

  sign({ method, path, query, body, type }: Shot): ReturnType<typeof signed> {
    const isForm = type === FORM
    return signed({
      method,
      scheme: 'http',
      host: new URL(this.#server.url).host,
      target: query === '' ? path : `${path}?${query}`,
      ...(isForm ? { form: body } : {}),
      consumer: this.#consumer,
      token: this.#token,
      timestamp: Math.floor(this.#server.context.clock.now() / 1000),
    })
  }
}

function bytesOf(keys: Keys, url: string, shot: Shot): string {
  const { method, version, junk, body, framing, type } = shot
  const headers: (readonly [string, string])[] = [['host', new URL(url).host], ...shot.headers]
  let { query } = shot
  switch (shot.credentials) {
    case 'none':
      break
    case 'bearer':
      headers.push(['authorization', `Bearer ${keys.bearer}`])
      break
    case 'signed':
      headers.push(['authorization', authorization(keys.sign(shot))])
      break
    case 'signed in the query':
      query = [query, new URLSearchParams(keys.sign(shot))].filter(String).join('&')
      break
    case 'broken': {
      const header = authorization(keys.sign(shot))
      headers.push([
        'authorization',
        header.slice(0, header.length / 2) + junk + header.slice(header.length / 2),
      ])
      break
    }
    case 'junk':
      headers.push(['authorization', junk])
  }
  if (type !== undefined) headers.push(['content-type', type])
  if (framing === 'length' || framing === 'both') headers.push(['content-length', String(body.length)])
  if (framing === 'wrong length')
    headers.push(['content-length', junk === '' ? String(body.length + 5) : junk])
  const isChunked = framing === 'chunked' || framing === 'both'
  if (isChunked) headers.push(['transfer-encoding', 'chunked'])
  const target = query === '' ? shot.path : `${shot.path}?${query}`
  const sent = isChunked
    ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    : framing === 'none'
      ? ''
      : body
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${target} ${version}\r\n${lines}\r\n${sent}`
}

/** @throws for an invalid response; the message has the seed and the smallest failing request */
export async function fuzz(
  t: Pick<TestContext, 'after'>,
  { runs, seed }: FuzzOptions,
): Promise<Map<number, number>> {
  const errors: string[] = []
  const logger = createLogger('error', { write: (line: string) => errors.push(line) })
  const server = await startTestServer(t, { settings: EVERY_PATH, logger })
  const keys = await Keys.make(server)
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(shot, async (shot) => {
      const request = bytesOf(keys, server.url, shot)
      const answer = await answerTo(server.url, request)
      assert.deepEqual(errors.splice(0), [])
      if (answer === undefined) return
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      assert.ok(answer.status < 500, answer.line)
      for (const [name] of answer.headers) assert.equal(name, name.toLowerCase())
      if (answer.status === 200 && shot.path.endsWith('/invalidate_token.json')) await keys.renew()
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
  assert.equal((await fetch(`${server.url}/versioning`)).status, 200)
  return statuses
}

/** The first response; undefined if the request got no response. */
async function answerTo(url: string, request: string) {
  const wire = await Wire.open(url)
  try {
    wire.socket.end(request, 'latin1')
    const text = await wire.end()
    return takeAnswer(Buffer.from(text, 'latin1'), request.startsWith('HEAD '))?.answer
  } finally {
    wire.close()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } },
  })
  const hooks: (() => unknown)[] = []
  const started = performance.now()
  try {
    const seed = values.seed === undefined ? undefined : Number(values.seed)
    const statuses = await fuzz(
      { after: (hook) => hooks.push(hook as () => unknown) },
      { runs: Number(values.runs), seed },
    )
    console.table(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
    console.log(`${values.runs} requests in ${Math.round((performance.now() - started) / 1000)} s`)
  } finally {
    for (const hook of hooks) await hook()
  }
}
