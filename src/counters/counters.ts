/** What is counted of requests, wherever that is. */
import type { NonceStore } from '../auth/oauth1/nonces.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'

export interface Counters {
  readonly windows: WindowStore
  readonly nonces: NonceStore
  /** Resolves when requests can be counted. @throws what keeps them from it */
  ready(): Promise<void>
  /** Keeps what must survive a restart. */
  close(): Promise<void>
}
