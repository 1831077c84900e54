/** Sees to it that a nonce whose timestamp lies ahead of the clock outlives a crash (decisions 0049). */
import type { NonceStore, NonceUse, NonceVerdict } from '../auth/oauth1/nonces.ts'
import type { Fingerprinter } from '../lib/nonce-fingerprint.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AheadNonces } from './ahead-nonces.ts'

export class KeepingNonces implements NonceStore {
  readonly #clock: Clock
  readonly #nonces: NonceStore
  readonly #ahead: AheadNonces
  readonly #fingerprints: Fingerprinter

  /** @param fingerprints under a key that every process of this database has, now and later */
  constructor(clock: Clock, nonces: NonceStore, ahead: AheadNonces, fingerprints: Fingerprinter) {
    this.#clock = clock
    this.#nonces = nonces
    this.#ahead = ahead
    this.#fingerprints = fingerprints
  }

  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict> {
    const verdict = this.#nonces.check(use)
    if (typeof verdict !== 'string') return verdict.then((later) => this.#kept(use, later))
    return this.#kept(use, verdict)
  }

  /** Of what is fresh and stamped ahead: whether it is still so when it is stored. */
  #kept(use: NonceUse, verdict: NonceVerdict): NonceVerdict | Promise<NonceVerdict> {
    if (verdict !== 'fresh' || use.timestamp <= Math.floor(this.#clock.now() / 1000)) return verdict
    this.#fingerprints.take(use)
    return this.#ahead.keep({ nonce: this.#fingerprints.latest, second: use.timestamp })
  }
}
