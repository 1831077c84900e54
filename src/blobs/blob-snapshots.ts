/**
 * Named copies of all blobs, for tests. They are saved and restored together with the copies of the database tables. A
 * blob is a stored file.
 */
import type { BlobStore } from './store.ts'

export interface BlobSnapshots {
  /** True if blobs are copied; false for blobs in a bucket. */
  readonly isComplete: boolean
  /**
   * Returns a store that records changes. Every change of a blob by this process must go through the returned store.
   */
  watch(store: BlobStore): BlobStore
  /**
   * Copies all blobs, and replaces an earlier copy with the same name. Also runs `saveRows`, which copies the
   * rows that refer to blobs. The copy includes blobs that are stored while the copy is made.
   */
  save(name: string, saveRows: () => Promise<void>): Promise<void>
  /** Copies a saved copy to another name. */
  copy(from: string, to: string): Promise<void>
  /** Replaces all blobs by those of a copy. No code may use blobs during this call. */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
}

/**
 * Snapshots for blobs in a bucket. These blobs are not copied, because copying would take as long as uploading them.
 */
export const NO_BLOB_SNAPSHOTS: BlobSnapshots = {
  isComplete: false,
  watch: (store) => store,
  save: (_name, saveRows) => saveRows(),
  copy: async () => undefined,
  restore: async () => undefined,
  remove: async () => undefined,
}
