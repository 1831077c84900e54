/** What endpoints may use. */
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../domain/context.ts'
import type { Endpoint, Family } from '../http/endpoint.ts'
import type { HeldBodies } from '../http/held.ts'
import type { Limits } from '../http/rate-limit/budget.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'
import type { Turnstile } from '../lib/turnstile.ts'
import type { DefaultPictures } from './_images/default-picture.ts'
import type { UserCache } from './1.1/_user-cache.ts'
import type { ComplianceHub } from './stream/compliance/_hub.ts'
import type { KnownPasswords } from './stream/compliance/_passwords.ts'

export interface Services extends Context {
  readonly windows: WindowStore
  readonly limits: Limits
  /** Users as v1.1 renders them. */
  readonly users: UserCache
  /** The pictures of users who have none. */
  readonly pictures: DefaultPictures
  /** Where slow hashes of passwords wait for their turn. */
  readonly slowHashes: Turnstile
  /** The connections of the compliance stream. */
  readonly compliance: ComplianceHub
  /** Passwords that connected to it lately. */
  readonly streamPasswords: KnownPasswords
  /** Every family of the public surface, for the API document. */
  readonly families: readonly Family<Caller, Services>[]
  /** Answers that are the same for everybody. */
  readonly held: HeldBodies
  /** Every endpoint of every family, for what is generated from their declarations. */
  limitedEndpoints(): readonly LimitedEndpoint[]
}

export interface LimitedEndpoint {
  readonly endpoint: Endpoint<Caller, Services>
  readonly windowBy: 'token' | 'app'
}
