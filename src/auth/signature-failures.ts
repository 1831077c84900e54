/**
 * Signatures that failed, explained to the developer and not to the world: the last few, with the base string
 * that the server built, for the operations listener.
 */
import type { RequestFacts } from '../http/pipeline.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import type { SignedRequest } from './oauth1/credentials.ts'
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
  /** What the server signed, with secrets masked; compare it with what the client signed. */
  readonly base_string: string
}

/** Failures kept; older ones are forgotten. */
export const FAILURES_KEPT = 100

/** Characters of a base string that are kept. */
const BASE_STRING_KEPT = 4_000

export class SignatureFailures {
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #kept: SignatureFailure[] = []

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  add(request: RequestFacts, signed: SignedRequest, reason: string): void {
    const failure: SignatureFailure = {
      at: new Date(this.#clock.now()).toISOString(),
      reason,
      method: request.method,
      origin: `${request.scheme}://${request.host}`,
      path: request.target.split('?', 1)[0] ?? '',
      consumer_key: signed.consumerKey,
      base_string: explain(signed).slice(0, BASE_STRING_KEPT),
    }
    this.#kept.push(failure)
    if (this.#kept.length > FAILURES_KEPT) this.#kept.shift()
    this.#logger.debug(failure, 'a signature failed')
  }

  /** The newest first, of one consumer key if it is given. */
  list(consumerKey?: string): SignatureFailure[] {
    const asked = this.#kept.filter(
      (failure) => consumerKey === undefined || failure.consumer_key === consumerKey,
    )
    return asked.toReversed()
  }
}
