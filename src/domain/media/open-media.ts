import type { BlobStore } from '../../blobs/store.ts'
import { Semaphore } from '../../lib/async/semaphore.ts'
import { Staging } from '../../lib/files/staging.ts'
import type { Random } from '../../lib/time/clock.ts'
import { PictureMaker } from './pictures.ts'
import type { MediaTools } from './tools.ts'

export interface OpenMedia {
  readonly blobs: BlobStore
  /** Directory for the files of uploads in progress. */
  readonly stagingDirectory: string
  /** Storage quota of each user, in MiB. */
  readonly quotaMib: number
  readonly random: Random
}

/** Maximum number of pictures that are decoded in parallel. Each of them needs a thread and up to 100 MiB. */
const MAX_DECODING = 2
/** Maximum number of pictures that wait to be decoded. */
const MAX_WAITING_TO_DECODE = 200

/** Maximum number of uploads that are assembled in parallel. */
const MAX_ASSEMBLING = 4
const MAX_WAITING_TO_ASSEMBLE = 200

/** Creates the media services of a process. */
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
