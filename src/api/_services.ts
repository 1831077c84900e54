/** What endpoints may use. */
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../domain/context.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { Limits } from '../http/rate-limit/budget.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'
import type { Turnstile } from '../lib/turnstile.ts'

export interface Services extends Context {
  readonly windows: WindowStore
  readonly limits: Limits
  /** Where slow hashes of passwords wait for their turn. */
  readonly slowHashes: Turnstile
  /** Every endpoint of every family, for what is generated from their declarations. */
  limitedEndpoints(): readonly LimitedEndpoint[]
}

export interface LimitedEndpoint {
  readonly endpoint: Endpoint<Caller, Services>
  readonly windowBy: 'token' | 'app'
}
