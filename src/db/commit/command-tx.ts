/**
 * The transaction that one command gets. Commands use a connection one after another, so no statement of a
 * command may run after the command has ended. Therefore statements are counted, and refused after the end of
 * the command. A branch of a command may still be running then, because `Promise.all` rejects before its
 * other promises settle.
 */
import { InvariantBroken } from '../../lib/assert.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import type { Query } from '../query.ts'
import type { EventDraft, Tx, Writer } from '../store.ts'

export class CommandTx implements Tx {
  readonly drafts: EventDraft[] = []
  readonly #writer: Writer
  #running = 0
  #waited = 0
  #ended = false
  #onIdle: (() => void) | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(writer: Writer) {
    this.#writer = writer
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#waitedFor(() => this.#writer.rows(query, parameters))
  }

  first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return this.#waitedFor(() => this.#writer.first(query, parameters))
  }

  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters): Promise<number> {
    return this.#waitedFor(() => this.#writer.run(query, parameters))
  }

  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    return this.#counted(() => this.#writer.each(query, rows))
  }

  close(): void {
    this.#ended = true
  }

  /** True while statements are running and all of them are bulk writes, whose results are not needed. */
  get isWriting(): boolean {
    return this.#running > 0 && this.#waited === 0
  }

  /** Waits until no statement is running. */
  async idle(): Promise<void> {
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  /** The first statement error, even if the command caught it. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  #waitedFor<T>(statement: () => Promise<T>): Promise<T> {
    return this.#counted(async () => {
      this.#waited += 1
      try {
        return await statement()
      } finally {
        this.#waited -= 1
      }
    })
  }

  #counted<T>(statement: () => Promise<T>): Promise<T> {
    const counted = this.#count(statement)
    // If the command throws before the statement ends, no caller awaits the statement. `failure` then records the
    // error.
    counted.catch(() => undefined)
    return counted
  }

  async #count<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new InvariantBroken('a command used its transaction after its end')
    this.#running += 1
    try {
      return await statement()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#onIdle?.()
    }
  }
}
