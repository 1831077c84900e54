/**
 * Named copies of all blobs, for tests. They are saved and restored together with the copies of the database. A blob is
 * a stored file.
 */
import type { BlobStore } from './store.ts'

export interface BlobSnapshots {
  /** True if blobs are copied; false for blobs in a bucket. */
  readonly isComplete: boolean
  /** Returns a store that records changes. All changes of this process must use it. */
  watch(store: BlobStore): BlobStore
  /**
   * Copies all blobs, and replaces an earlier copy with the same name. Also runs `saveRows`, which copies the rows that
   * refer to blobs. Blobs that are stored meanwhile are part of the copy.
   */
  save(name: string, saveRows: () => Promise<void>): Promise<void>
  /** Copies a copy to another name. */
  copy(from: string, to: string): Promise<void>
  /** Replaces all blobs by those of a copy. Meanwhile no code may use blobs. */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Snapshots for blobs in a bucket: they are not copied, because copying would take as long as uploading them. */
export const NO_BLOB_SNAPSHOTS: BlobSnapshots = {
  isComplete: false,
  watch: (store) => store,
  save: (_name, saveRows) => saveRows(),
  copy: async () => undefined,
  restore: async () => undefined,
  remove: async () => undefined,
}
