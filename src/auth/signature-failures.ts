/**
 * Signatures that failed, explained to the developer and not to the world: the last few of each app, with the base
 * string that the server built, for the admin listener.
 */
import type { RequestFacts } from '../http/pipeline.ts'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { explain } from './oauth1/explain.ts'

export interface SignatureFailure {
  /** When, ISO 8601. */
  readonly at: string
  readonly reason: string
  readonly method: string
  /** Scheme and host by which the base string was built; a proxy that hides them is the usual cause. */
  readonly origin: string
  readonly path: string
  readonly consumer_key: string
  /** What the server signed, with secrets masked; compare it with what the client signed. Empty when it came to none. */
  readonly base_string: string
}

/** Failures kept of one app, and apps of which they are kept; the oldest are forgotten. */
export const MAX_FAILURES_PER_APP = 10
export const MAX_APPS = 100

/** Characters of a base string's URI, and of its parameters, that are kept. */
const MAX_URI_LENGTH = 500
const MAX_PARAMETERS_LENGTH = 4_000

/** Keys that no app has share one place, so that a stranger's guesses push out nobody's failures. */
const UNKNOWN = ''

interface StoredFailure {
  readonly at: number
  readonly request: Pick<RequestFacts, 'method' | 'scheme' | 'host'>
  readonly path: string
  readonly consumerKey: string
  readonly baseString: string
  readonly reason: string
}

export interface ShownCredentials {
  readonly consumerKey: string
  readonly baseString: string
}

export class SignatureFailures {
  readonly #clock: Clock
  readonly #logger: Logger
  /** By app, the one that failed last at the end. */
  readonly #kept = new Map<string, StoredFailure[]>()

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  /**
   * @param shown what was found in the request; empty texts for what was not
   * @param isKnown whether an app has the consumer key
   */
  add(request: RequestFacts, shown: ShownCredentials, reason: string, isKnown: boolean): void {
    const { method, scheme, host, target } = request
    const kept = {
      at: this.#clock.now(),
      request: { method, scheme, host },
      path: (target.split('?', 1)[0] ?? '').slice(0, MAX_URI_LENGTH),
      consumerKey: shown.consumerKey.slice(0, MAX_URI_LENGTH),
      baseString: beginningOf(shown.baseString),
      reason,
    }
    const place = isKnown ? shown.consumerKey : UNKNOWN
    const others = this.#kept.get(place) ?? []
    if (others.push(kept) > MAX_FAILURES_PER_APP) others.shift()
    this.#kept.delete(place)
    this.#kept.set(place, others)
    if (this.#kept.size > MAX_APPS) this.#kept.delete(this.#kept.keys().next().value ?? UNKNOWN)
    if (this.#logger.isLevelEnabled('debug')) this.#logger.debug(explained(kept), 'a signature failed')
  }

  /** The newest first, of one consumer key if it is given. */
  list(consumerKey?: string): SignatureFailure[] {
    return [...this.#kept.values()]
      .flat()
      .filter((kept) => consumerKey === undefined || kept.consumerKey === consumerKey)
      .sort((a, b) => b.at - a.at)
      .map(explained)
  }
}

/** Only what is asked for is explained: failures come in floods. */
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

/** As many whole parameters as are kept, in a string of their own: a slice would keep all of a large one alive. */
function beginningOf(baseString: string): string {
  const [method = '', uri = '', parameters = ''] = baseString.split('&')
  const isLong = parameters.length > MAX_PARAMETERS_LENGTH
  const kept = isLong
    ? parameters.slice(0, Math.max(0, parameters.lastIndexOf('%26', MAX_PARAMETERS_LENGTH)))
    : parameters
  if (uri === '') return ''
  return Buffer.from(`${method}&${uri.slice(0, MAX_URI_LENGTH)}&${kept}`, 'latin1').toString('latin1')
}
