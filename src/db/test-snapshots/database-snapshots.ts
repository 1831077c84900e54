/**
 * Named copies of a whole database, for tests. The copies are stored next to the database, and restored while a server
 * is connected.
 */

export interface DatabaseSnapshot {
  readonly name: string
  /** Name of the last migration of the copied database; empty for a copy that cannot be read. */
  readonly version: string
}

export interface DatabaseSnapshots {
  list(): Promise<readonly DatabaseSnapshot[]>
  /** Copies the database under a name, and replaces an earlier copy with that name. */
  save(name: string): Promise<void>
  /** Copies a copy to another name. */
  copy(from: string, to: string): Promise<void>
  /**
   * Replaces the content of the database in one transaction. Open connections see the new content with their next
   * statement, and caches of the old content become invalid. Rate windows, nonces and the state of other processes are
   * not restored.
   */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
  close(): Promise<void>
}
