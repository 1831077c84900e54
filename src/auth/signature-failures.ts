/**
 * Records failed signatures: the last few of each app, with the server's base string. The admin listener and
 * the owner of the app can read them. The client that sent the signature gets no such details.
 */
import type { RequestFacts } from '../http/head.ts'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { explain } from './oauth1/explain.ts'

export interface SignatureFailure {
  /** Time in ISO 8601. */
  readonly at: string
  readonly reason: string
  readonly method: string
  /**
   * Scheme and host of the server's base string. The most frequent cause of failures is a proxy that hides the scheme
   * and host that the client used.
   */
  readonly origin: string
  readonly path: string
  readonly consumer_key: string
  /** The server's base string with masked secrets, to compare with the client's; empty if none was built. */
  readonly base_string: string
}

/** Maximum failures that are stored for an app; older failures are dropped. */
export const MAX_FAILURES_PER_APP = 10
/** Maximum apps; above this limit, the app whose latest failure is the oldest is dropped. */
export const MAX_APPS = 100

/** Maximum characters of a text; longer texts are cut. */
const MAX_URI_LENGTH = 500
const MAX_PARAMETERS_LENGTH = 4_000

/** The key that all unknown consumer keys share, so that guessed keys do not displace the failures of real apps. */
const UNKNOWN = ''

interface StoredFailure {
  readonly at: number
  readonly request: Pick<RequestFacts, 'method' | 'scheme' | 'host'>
  readonly path: string
  readonly consumerKey: string
  readonly baseString: string
  readonly reason: string
  readonly id: number
  readonly signature: string | undefined
  readonly token: string | undefined
  readonly bodyNames: ReadonlySet<string>
}

export interface ShownCredentials {
  readonly consumerKey: string
  readonly baseString: string
  readonly signature?: string
  readonly token?: string | undefined
}

/** A failure with its details, from which the console makes the page for the owner of the app. */
export interface FailureDetails {
  /** The number of the failure in this process: 1, 2, 3 … */
  readonly id: number
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly shown: SignatureFailure
  /** The base string of the server, with secrets, so it is never sent; empty if none was built. */
  readonly baseString: string
  /** The signature in the request. */
  readonly signature: string | undefined
  readonly token: string | undefined
  /** Names of the parameters in the body. */
  readonly bodyNames: ReadonlySet<string>
}

export class SignatureFailures {
  readonly #clock: Clock
  readonly #logger: Logger
  /** Failures by consumer key, the most recent failure last. */
  readonly #failures = new Map<string, StoredFailure[]>()
  #lastId = 0

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  /**
   * Records a failure.
   * @param shown credentials of the request; a missing consumer key or base string is an empty text
   * @param isKnown true if an app has the consumer key
   */
  add(request: RequestFacts, shown: ShownCredentials, reason: string, isKnown: boolean): void {
    const { method, scheme, host, target, form } = request
    this.#lastId += 1
    const failure = {
      id: this.#lastId,
      signature: shown.signature?.slice(0, MAX_URI_LENGTH),
      token: shown.token,
      bodyNames: namesIn(form),
      at: this.#clock.now(),
      request: { method, scheme, host },
      path: (target.split('?', 1)[0] ?? '').slice(0, MAX_URI_LENGTH),
      consumerKey: shown.consumerKey.slice(0, MAX_URI_LENGTH),
      baseString: beginningOf(shown.baseString),
      reason,
    }
    const key = isKnown ? shown.consumerKey : UNKNOWN
    const others = this.#failures.get(key) ?? []
    if (others.push(failure) > MAX_FAILURES_PER_APP) others.shift()
    this.#failures.delete(key)
    this.#failures.set(key, others)
    if (this.#failures.size > MAX_APPS) this.#failures.delete(this.#failures.keys().next().value ?? UNKNOWN)
    if (this.#logger.isLevelEnabled('debug')) this.#logger.debug(explained(failure), 'a signature failed')
  }

  /** The failures of one consumer key, or of all, newest first. */
  list(consumerKey?: string): SignatureFailure[] {
    return [...this.#failures.values()]
      .flat()
      .filter((failure) => consumerKey === undefined || failure.consumerKey === consumerKey)
      .sort((a, b) => b.at - a.at)
      .map(explained)
  }

  /** The failures of one consumer key for the owner of its app, newest first. */
  detailsOf(consumerKey: string): readonly FailureDetails[] {
    return (this.#failures.get(consumerKey) ?? []).toReversed().map((failure) => {
      const { id, at, baseString, signature, token, bodyNames } = failure
      return { id, at, shown: explained(failure), baseString, signature, token, bodyNames }
    })
  }
}

/** Maximum parameters of a form whose names are stored. */
const MAX_NAMES = 50

function namesIn(form: string | undefined): ReadonlySet<string> {
  if (form === undefined) return NO_NAMES
  const pairs = new URLSearchParams(form.slice(0, MAX_PARAMETERS_LENGTH))
  return new Set([...pairs.keys()].slice(0, MAX_NAMES))
}

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * The form of a failure for the admin listener. Secrets are masked here and not when a failure is recorded,
 * because failures are recorded often and read rarely.
 */
function explained({ at, request, path, consumerKey, baseString, reason }: StoredFailure): SignatureFailure {
  return {
    at: new Date(at).toISOString(),
    reason,
    method: request.method,
    origin: `${request.scheme}://${request.host}`,
    path,
    consumer_key: consumerKey,
    base_string: baseString === '' ? '' : explain({ baseString }),
  }
}

/**
 * Copies the beginning of a base string, up to the end of a whole parameter. A slice without a copy would keep the
 * large string in memory.
 */
function beginningOf(baseString: string): string {
  const [method = '', uri = '', parameters = ''] = baseString.split('&')
  const isLong = parameters.length > MAX_PARAMETERS_LENGTH
  const kept = isLong
    ? parameters.slice(0, Math.max(0, parameters.lastIndexOf('%26', MAX_PARAMETERS_LENGTH)))
    : parameters
  if (uri === '') return ''
  return Buffer.from(`${method}&${uri.slice(0, MAX_URI_LENGTH)}&${kept}`, 'latin1').toString('latin1')
}
