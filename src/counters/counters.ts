/** What is counted of requests, wherever that is. */
import type { NonceStore } from '../auth/oauth1/nonces.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'

export interface Counters {
  readonly windows: WindowStore
  readonly nonces: NonceStore
  /** Keeps what must survive a restart. */
  close(): Promise<void>
}
