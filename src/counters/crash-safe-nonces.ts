/** Stores nonces with future timestamps, so that they stay used after a crash (decision 0049). */
import type { NonceStore, NonceUse, NonceVerdict } from '../auth/oauth1/nonces.ts'
import type { Fingerprinter } from '../lib/nonce-fingerprint.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { FutureNonceStore } from './future-nonces.ts'

export class CrashSafeNonceStore implements NonceStore {
  readonly #clock: Clock
  readonly #nonces: NonceStore
  readonly #futureNonces: FutureNonceStore
  readonly #fingerprints: Fingerprinter

  /**
   * @param fingerprints the maker of fingerprints; its key is the same in all processes of this database, and
   *   the same after a restart
   */
  constructor(clock: Clock, nonces: NonceStore, futureNonces: FutureNonceStore, fingerprints: Fingerprinter) {
    this.#clock = clock
    this.#nonces = nonces
    this.#futureNonces = futureNonces
    this.#fingerprints = fingerprints
  }

  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict> {
    const verdict = this.#nonces.check(use)
    if (typeof verdict !== 'string') return verdict.then((later) => this.#store(use, later))
    return this.#store(use, verdict)
  }

  /** Stores a fresh nonce with a future timestamp. @returns the verdict after storing */
  #store(use: NonceUse, verdict: NonceVerdict): NonceVerdict | Promise<NonceVerdict> {
    if (verdict !== 'fresh' || use.timestamp <= Math.floor(this.#clock.now() / 1000)) return verdict
    this.#fingerprints.take(use)
    return this.#futureNonces.add({ nonce: this.#fingerprints.latest, second: use.timestamp })
  }
}
