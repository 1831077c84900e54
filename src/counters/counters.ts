/** Counters of requests: rate windows and used nonces. */
import type { NonceStore } from '../auth/oauth1/nonces.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'

export interface Counters {
  readonly windows: WindowStore
  readonly nonces: NonceStore
  /** Resolves when requests can be counted. @throws the error that prevents counting */
  ready(): Promise<void>
  /** Saves the counters that must survive a restart. */
  close(): Promise<void>
}
