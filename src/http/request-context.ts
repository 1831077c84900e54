/** Facts about a request, besides parameters and caller, that its response depends on. */
import type { RequestOrigin } from './request-origin.ts'

export interface RequestContext extends RequestOrigin {
  /** The ISO day, such as `2019-05-21`, whose objects answer the request (spec/versioning.md#clock). */
  readonly apiDate: string
}
