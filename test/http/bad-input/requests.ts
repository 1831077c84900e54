/** Sends malformed requests to each path of one endpoint: wrong methods, formats, bytes and sizes. */
import { sample } from '../../support/part.ts'
import type { AnyEndpoint, AnyFamily } from './any-family.ts'
import { type Asker, assertRefused, filled, wrongs } from './asker.ts'
import { type Dialect, OF_NOBODY } from './dialect.ts'
import type { Proof } from './proofs.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Formats that the original documentation has and that Aviary does not serve. */
const OTHER_FORMATS = ['.xml', '.rss', '.atom', '.XML']

/**
 * The page of the console. The server sends this page for every path below it, because a script in the browser
 * chooses the content.
 */
const CONSOLE = '/console'

/** A number of bytes that exceeds the limit for a request line with headers. */
const LONG = 40_000
const MIB = 2 ** 20

export class RequestTrial {
  readonly #asker: Asker
  readonly #good: Readonly<Record<string, string>>
  readonly #served: ReadonlySet<string>
  /** Patterns of the served methods and paths. They are made once, because each endpoint looks up many paths. */
  readonly #patterns: readonly RegExp[]

  constructor(asker: Asker, good: Readonly<Record<string, string>>, families: readonly AnyFamily[]) {
    this.#asker = asker
    this.#good = good
    this.#served = new Set(
      families.flatMap(({ endpoints }) =>
        endpoints.flatMap(({ method, paths, isEndless }) => {
          // HEAD is served like GET, except for streams.
          const methods = method === 'GET' && isEndless !== true ? [method, 'HEAD'] : [method]
          return methods.flatMap((served) => paths.map((path) => `${served} ${path}`))
        }),
      ),
    )
    this.#patterns = [...this.#served].map((served) => {
      const pattern = served.replaceAll('.', '\\.').replaceAll(/:[a-z_]+/g, '[^/]*')
      return new RegExp(`^${pattern}$`)
    })
  }

  /** @param proof valid credentials */
  wrongsOf(dialect: Dialect, endpoint: AnyEndpoint, proof: Proof): Promise<string[]> {
    const isConsole = endpoint.paths[0] === CONSOLE
    const trials = endpoint.paths.flatMap((path) => [
      ...this.#methods(endpoint, path, proof),
      ...(isConsole ? [] : this.#names(endpoint.method, filled(endpoint, path, this.#good), proof)),
      ...this.#octets(dialect, endpoint, filled(endpoint, path, this.#good)),
      ...(path.includes(':') ? this.#undecodable(endpoint.method, path, proof) : []),
      ...(path.includes(':') && !isConsole ? this.#inPath(endpoint.method, path, proof) : []),
    ])
    return this.#asker.connections.bulk(sample(trials, `${endpoint.method} ${endpoint.paths[0]}`), (trial) =>
      trial(),
    )
  }

  /** spec/followers.md#paths-and-methods: a wrong method gets the same error as an unknown path. */
  #methods(endpoint: AnyEndpoint, path: string, proof: Proof): (() => Promise<string[]>)[] {
    const target = filled(endpoint, path, this.#good)
    // A method is not wrong if another endpoint matches the path, such as `PUT …/rules/:rule_id` for
    // `…/rules/check`.
    const wrong = METHODS.filter(
      (method) => !this.#served.has(`${method} ${path}`) && !this.#isTaken(method, target),
    )
    return wrong.map(
      (method) => () => wrongs(`${method} ${target}`, () => this.#assertUnknown(method, target, proof)),
    )
  }

  #names(method: string, path: string, proof: Proof): (() => Promise<string[]>)[] {
    const unknown = [`/${path}`, `${path}/`, path.toUpperCase()]
    const isApi = path.startsWith('/1.1/') && path.endsWith('.json')
    const formats = isApi ? OTHER_FORMATS.map((format) => path.replace(/\.json$/, format)) : []
    if (isApi) unknown.push(path.replace(/\.json$/, ''))
    else if (!this.#isTaken(method, `${path}.xml`)) unknown.push(`${path}.xml`)
    return [
      ...unknown
        .filter((each) => each !== path)
        .map((each) => () => wrongs(`${method} ${each}`, () => this.#assertUnknown(method, each, proof))),
      ...formats.map(
        (each) => () =>
          wrongs(`${method} ${each}`, async () => {
            assertRefused(await this.#asker.ask({ method, path: each, proof }), { status: 406, code: 214 })
          }),
      ),
    ]
  }

  /**
   * True if an endpoint serves the method on the path. Parameters in paths of endpoints may have empty
   * values.
   */
  #isTaken(method: string, path: string): boolean {
    return this.#patterns.some((pattern) => pattern.test(`${method} ${path}`))
  }

  async #assertUnknown(method: string, path: string, proof: Proof): Promise<void> {
    const answer = await this.#asker.ask({ method, path, proof })
    if (method === 'HEAD') {
      if (answer.status !== 404 || answer.wire.body !== '') throw new Error(`${answer.status}, must be 404`)
      return
    }
    const { speech, unknownPath } = this.#asker.dialectOf(path)
    // The console names the missing object, because it reads `…/checks/` as a check with an empty id.
    if (speech === 'reasons' && path.endsWith('/') && this.#isTaken(method, path)) {
      // The operator's desk refuses users of the console who are not operators before it looks up objects.
      const isOfDesk = answer.status === 403 && path.startsWith('/console/api/operator/')
      if (answer.status !== 404 && !isOfDesk) throw new Error(`${answer.status}, must be 404`)
      return
    }
    assertRefused(answer, unknownPath)
  }

  /** Requests that the server refuses before authentication. */
  #octets(
    dialect: Dialect,
    { method, multipart, body, auth }: AnyEndpoint,
    path: string,
  ): (() => Promise<string[]>)[] {
    const tooLong = Math.max(multipart?.maxFormBytes ?? 0, body?.maxBytes ?? 0) + MIB
    const line = (query: string) => `${method} ${path}${query} HTTP/1.1`
    const trial = (name: string, send: () => ReturnType<Asker['send']>, status: 400 | 413 | 431) => () =>
      wrongs(name, async () => assertRefused(await send(), dialect.whole[status]))
    const manyHeaders = Array.from({ length: 101 }, (_, index) => [`x-${index}`, 'a'] as const)
    return [
      trial('a fragment', () => this.#asker.send(path, line('#a')), 400),
      trial('two hosts', () => this.#asker.send(path, line(''), [['host', 'other.example']]), 400),
      trial('more than 100 headers', () => this.#asker.send(path, line(''), manyHeaders), 431),
      // An endpoint for binary bodies authenticates the caller before it reads the body.
      ...(body?.kind === 'bytes' && !auth.includes('none')
        ? []
        : [
            trial(
              'a form that is too long',
              () => this.#asker.send(path, line(''), [], `a=${'n'.repeat(tooLong)}`),
              413,
            ),
          ]),
      // Binary bodies may contain any bytes.
      ...(body?.kind === 'bytes'
        ? []
        : [trial('a form that is not UTF-8', () => this.#asker.send(path, line(''), [], 'a=\xff'), 400)]),
      () =>
        wrongs('bytes above ASCII in the query', async () => {
          const answer = await this.#asker.send(path, line('?a=\xff'), [], undefined, OF_NOBODY)
          assertRefused(answer, OF_NOBODY.whole[400])
        }),
      () =>
        wrongs(`a request line of ${LONG} bytes`, async () => {
          const query = `?a=${'n'.repeat(LONG)}`
          const answer = await this.#asker.send(path, line(query), [], undefined, OF_NOBODY)
          assertRefused(answer, OF_NOBODY.whole[431])
        }),
    ]
  }

  /** Requests with undecodable values of parameters in the path. */
  #undecodable(method: string, path: string, proof: Proof): (() => Promise<string[]>)[] {
    return ['%zz', '%FF', '%C0%80', '%4'].map(
      (value) => () =>
        wrongs(`${value} in the path`, async () => {
          const target = at(path, value)
          const { whole } = this.#asker.dialectOf(target, method)
          assertRefused(await this.#asker.ask({ method, path: target, proof }), whole[400])
        }),
    )
  }

  /** Requests with values of parameters in the path that name no object. */
  #inPath(method: string, path: string, proof: Proof): (() => Promise<string[]>)[] {
    const missing = [
      '%00',
      '-5',
      '5%00',
      '9'.repeat(500),
      'n'.repeat(600),
      '..',
      '%2F',
      '%F0%9F%A6%9C',
      '__proto__',
    ]
    return missing.map(
      (value) => () =>
        wrongs(`${value} in the path`, async () => {
          const { status, wire } = await this.#asker.ask({ method, path: at(path, value), proof })
          // Lookups report missing objects in a successful response (spec/errors.md#partial-errors).
          const isTold = wire.body.startsWith('{"errors":[')
          if (status < 400 && !isTold) throw new Error(`${status}, and names no object`)
        }),
    )
  }
}

/** @returns the path with the value in place of each parameter */
function at(path: string, value: string): string {
  return path.replaceAll(/:[a-z_]+/g, value)
}
