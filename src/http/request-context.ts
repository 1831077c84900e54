/** Inputs of a response besides parameters and caller. */
import type { RequestOrigin } from './request-origin.ts'

export interface RequestContext extends RequestOrigin {
  /**
   * The ISO day, such as `2019-05-21`, whose API answers the request; undefined for the default of each API: v1.1 as of
   * the default of `api_date`, API v2 with all fields (spec/versioning.md#retired-paths).
   */
  readonly apiDate: string | undefined
}
