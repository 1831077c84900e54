/** Named copies of all blobs, for tests. They are saved and restored together with the copies of the database. */
import type { BlobStore } from './store.ts'

export interface BlobSnapshots {
  /** True if blobs are copied; false for blobs in a bucket. */
  readonly isComplete: boolean
  /** The store, which must be used for all changes of this process. */
  watch(store: BlobStore): BlobStore
  /**
   * Copies all blobs, in place of an earlier copy of that name, and runs `saveRows`, which copies the rows that refer to them.
   * Blobs that are stored meanwhile are in the copy.
   */
  save(name: string, saveRows: () => Promise<void>): Promise<void>
  /** Copies a copy. */
  copy(from: string, to: string): Promise<void>
  /** Replaces the blobs. Nothing may use the blobs meanwhile. */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Blobs in a bucket are not copied, because copies would take as long as uploads. */
export const NO_BLOB_SNAPSHOTS: BlobSnapshots = {
  isComplete: false,
  watch: (store) => store,
  save: (_name, saveRows) => saveRows(),
  copy: async () => undefined,
  restore: async () => undefined,
  remove: async () => undefined,
}
