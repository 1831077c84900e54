/**
 * Reads ids from files of posts and users (spec/id-lists.md#accepted-forms), for the command `compliance check` and for
 * compliance jobs. Input that is not an id is always reported.
 */
import { textsIn } from '../files/containers.ts'
import { decoded } from '../files/decode.ts'
import { FileUnreadable } from '../files/unreadable.ts'
import { Rounding } from '../lib/ids/rounding.ts'
import type { IdSubject } from './parse-id.ts'
import { TextReader } from './read-text.ts'
import type { Unreadable } from './sink.ts'

export interface IdListOptions {
  /**
   * With `tweets`, the reader returns ids of posts, including posts inside posts. With `users`, it returns ids of users
   * and of the authors of posts.
   */
  readonly subject: IdSubject
  /** Column of the ids in a table, by its name or its number from 1. */
  readonly column?: string | undefined
  /** Maximum number of decompressed bytes, and of characters of all texts together; by default there is no maximum. */
  readonly maxLength?: number | undefined
}

export interface IdBatch {
  /** Ids in the order of the file, including duplicates. */
  readonly ids: readonly bigint[]
  /** Ids that the file lists as deleted. */
  readonly deleted: readonly bigint[]
}

/** Input that cannot be read, and its place. */
export interface InputFault {
  /**
   * Path of the member of a zip or tar file, and number of the line from 1. A fault of a whole member has no number,
   * and a fault of a whole file has an empty place.
   */
  readonly place: string
  readonly reason: string
}

export interface IdConsumer {
  /** Receives a batch. Reading continues after the promise resolves. */
  take(batch: IdBatch): Promise<void>
  fault(fault: InputFault): void
  /** Reports skipped content without ids, such as a picture in an archive. */
  warn(warning: InputFault): void
}

export interface IdListSummary {
  /** Column that contains the ids in the first table or list with a header; undefined if there is none. */
  readonly column: string | undefined
  /** True when the ids of the file were rounded; no result is valid then. */
  readonly isRounded: boolean
}

/**
 * Reads all ids of a file.
 * @throws {ColumnUnclear} when it is unclear which column of a table has the ids
 */
export async function readIdList(
  source: AsyncIterable<Buffer>,
  { subject, column, maxLength = Number.POSITIVE_INFINITY }: IdListOptions,
  consumer: IdConsumer,
): Promise<IdListSummary> {
  const rounding = new Rounding()
  let named: string | undefined
  const pending = new Pending(consumer)
  const warn = (place: string, what: string) => consumer.warn({ place, reason: what })
  const fault = (place: string, reason: string) => consumer.fault({ place, reason })
  const texts = textsIn(source, { warn, fault, maxBytes: maxLength })
  let name = ''
  let length = 0
  try {
    for await (const text of texts) {
      name = text.name
      const sink = {
        id: (id: bigint, wasDeleted: boolean) => pending.add(id, wasDeleted),
        unreadable: ({ line, reason }: Unreadable) =>
          consumer.fault({ place: placeOf(text.name, line), reason }),
        column: (found: string) => {
          named ??= found
        },
      }
      const reader = new TextReader({ subject, column, rounding, sink })
      try {
        for await (const piece of decoded(text.chunks)) {
          length += piece.length
          if (length > maxLength)
            throw new FileUnreadable(`it decompresses to more than ${maxLength} characters; split it`)
          reader.take(piece)
          await pending.flush()
          // The pause lets the process handle other events, because reading input in memory never waits.
          await new Promise(setImmediate)
        }
      } catch (error) {
        if (!(error instanceof FileUnreadable)) throw error
        consumer.fault({ place: text.name, reason: error.message })
      }
      reader.end()
      await pending.flush()
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    consumer.fault({ place: name, reason: error.message })
  }
  return { column: named, isRounded: rounding.isRounded }
}

function placeOf(name: string, line: number): string {
  return name === '' ? String(line) : `${name}:${line}`
}

/** Ids that the reader has not yet passed to the consumer. */
class Pending {
  readonly #consumer: IdConsumer
  #ids: bigint[] = []
  #deleted: bigint[] = []

  constructor(consumer: IdConsumer) {
    this.#consumer = consumer
  }

  add(id: bigint, wasDeleted: boolean): void {
    if (wasDeleted) this.#deleted.push(id)
    else this.#ids.push(id)
  }

  async flush(): Promise<void> {
    const [ids, deleted] = [this.#ids, this.#deleted]
    if (ids.length + deleted.length === 0) return
    this.#ids = []
    this.#deleted = []
    await this.#consumer.take({ ids, deleted })
  }
}
