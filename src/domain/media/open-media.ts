import type { BlobStore } from '../../blobs/store.ts'
import { Semaphore } from '../../lib/async/semaphore.ts'
import { Staging } from '../../lib/files/staging.ts'
import type { Random } from '../../lib/time/clock.ts'
import { PictureMaker } from './pictures.ts'
import type { MediaTools } from './tools.ts'

export interface OpenMedia {
  readonly blobs: BlobStore
  /** Where uploads are written while they come. */
  readonly stagingDirectory: string
  /** MiB that a user may have stored. */
  readonly quotaMib: number
  readonly random: Random
}

/** Pictures that are decoded at a time, each on a thread and in some 100 MiB at worst; and how many wait. */
const MAX_DECODING = 2
const MAX_WAITING_TO_DECODE = 200

const MAX_ASSEMBLING = 4
const MAX_WAITING_TO_ASSEMBLE = 200

/** What a process needs to take uploads. */
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
