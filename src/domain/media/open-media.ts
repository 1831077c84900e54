import type { BlobStore } from '../../blobs/store.ts'
import { Semaphore } from '../../lib/async/semaphore.ts'
import { Staging } from '../../lib/files/staging.ts'
import type { Random } from '../../lib/time/clock.ts'
import { PictureMaker } from './pictures.ts'
import type { MediaTools } from './tools.ts'

export interface OpenMedia {
  readonly blobs: BlobStore
  /** Directory for uploads in progress. */
  readonly stagingDirectory: string
  /** Storage quota per user, in MiB. */
  readonly quotaMib: number
  readonly random: Random
}

/** Maximum pictures that are decoded in parallel, each on a thread with up to 100 MiB, and maximum queued pictures. */
const MAX_DECODING = 2
const MAX_WAITING_TO_DECODE = 200

const MAX_ASSEMBLING = 4
const MAX_WAITING_TO_ASSEMBLE = 200

/** Opens the media tools of a process. */
export function openMedia({ blobs, stagingDirectory, quotaMib, random }: OpenMedia): MediaTools {
  const staging = new Staging(stagingDirectory, random)
  return {
    blobs,
    staging,
    pictures: new PictureMaker(staging, new Semaphore(MAX_DECODING, MAX_WAITING_TO_DECODE)),
    assembling: new Semaphore(MAX_ASSEMBLING, MAX_WAITING_TO_ASSEMBLE),
    quotaBytes: quotaMib * 1024 * 1024,
  }
}
