/** Facts about a request that determine the response, in addition to the parameters and the caller. */
import type { RequestOrigin } from './request-origin.ts'

export interface RequestContext extends RequestOrigin {
  /**
   * The ISO day, such as `2019-05-21`, of the API version whose objects the response contains
   * (spec/versioning.md#clock).
   */
  readonly apiDate: string
}
