import type { BlobStore } from '../../blobs/store.ts'
import type { Semaphore } from '../../lib/async/semaphore.ts'
import type { Staging } from '../../lib/files/staging.ts'
import type { Context } from '../context.ts'
import type { PictureMaker } from './pictures.ts'

/** What uploads need besides the database. */
export interface MediaTools {
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly pictures: PictureMaker
  /** Lets few uploads be put together at a time: each is written to disk once more. */
  readonly assembling: Semaphore
  /** Bytes that a user may have stored. */
  readonly quotaBytes: number
}

/** What the verbs of uploads are given. */
export interface MediaContext extends Context {
  readonly media: MediaTools
}
