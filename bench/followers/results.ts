/** Types of the results that the followers bench measures and prints. */
import type { Engine } from '../../src/db/query.ts'
import type { Samples } from '../lib/statistics.ts'

export interface PageResult {
  readonly engine: Engine
  readonly followers: number
  readonly bytes: { readonly plain: number; readonly gzip: number }
  readonly samples: Samples<
    | 'page first'
    | 'page middle'
    | 'page last'
    | 'statement first'
    | 'statement middle'
    | 'statement last'
    | 'gzip'
    | 'route'
  >
}

export interface HiddenResult {
  readonly engine: Engine
  readonly followers: number
  readonly hidden: number
  readonly samples: Samples<'page first' | 'statement first'>
}
