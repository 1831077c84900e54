/** Defines types for families and endpoints of any kind. */
import type { Services } from '../../../src/api/_services.ts'
import type { Caller } from '../../../src/auth/caller.ts'
import type { Endpoint, Family } from '../../../src/http/endpoint.ts'

export type AnyEndpoint = Endpoint<Caller, Services>
export type AnyFamily = Family<Caller, Services>
