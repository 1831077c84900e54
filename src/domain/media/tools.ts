import type { BlobStore } from '../../blobs/store.ts'
import type { Semaphore } from '../../lib/async/semaphore.ts'
import type { Staging } from '../../lib/files/staging.ts'
import type { Context } from '../context.ts'
import type { PictureMaker } from './pictures.ts'

/** The media services that commands need in addition to the database. */
export interface MediaTools {
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly pictures: PictureMaker
  /** Limits the number of uploads that are assembled at the same time, because each writes its bytes to disk again. */
  readonly assembling: Semaphore
  /** Storage quota of each user, in bytes. */
  readonly quotaBytes: number
}

/** The context of commands about uploads. */
export interface MediaContext extends Context {
  readonly media: MediaTools
}
