import type { BlobStore } from '../../blobs/store.ts'
import type { Semaphore } from '../../lib/async/semaphore.ts'
import type { Staging } from '../../lib/files/staging.ts'
import type { Context } from '../context.ts'
import type { PictureMaker } from './pictures.ts'

/** Media services, in addition to the database. */
export interface MediaTools {
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly pictures: PictureMaker
  /** Limits how many uploads are assembled at once, because each writes its bytes to disk again. */
  readonly assembling: Semaphore
  /** Storage quota per user, in bytes. */
  readonly quotaBytes: number
}

/** Context of upload commands. */
export interface MediaContext extends Context {
  readonly media: MediaTools
}
