/**
 * Reads ids from files of posts and users (spec/id-lists.md#accepted-forms), for `compliance check` and compliance jobs. Input
 * that is not an id is reported, never skipped silently.
 */
import { textsIn } from '../files/containers.ts'
import { decoded } from '../files/decode.ts'
import { FileUnreadable } from '../files/unreadable.ts'
import type { IdSubject } from './parse-id.ts'
import { TextReader } from './read-text.ts'
import { Rounding } from './rounding.ts'
import type { Unreadable } from './sink.ts'

export interface IdListOptions {
  /** `tweets`: ids of posts, and of posts inside posts. `users`: ids of users, and of authors of posts. */
  readonly subject: IdSubject
  /** Column of the ids in a table, by its name or its number from 1. */
  readonly column?: string | undefined
  /** Maximum decompressed bytes, and maximum characters of all texts; default: no maximum. */
  readonly maxLength?: number | undefined
}

export interface IdBatch {
  /** In the order of the file, with duplicates. */
  readonly ids: readonly bigint[]
  /** Ids that the file lists as deleted. */
  readonly deleted: readonly bigint[]
}

/** Unreadable input and its location. */
export interface InputFault {
  /** The line, from 1, after the name of the archive member; empty for the whole file. */
  readonly place: string
  readonly reason: string
}

export interface IdConsumer {
  /** Receives a batch; reading pauses until it resolves. */
  take(batch: IdBatch): Promise<void>
  fault(fault: InputFault): void
  /** Reports skipped content without ids, such as a picture in an archive. */
  warn(warning: InputFault): void
}

export interface IdListSummary {
  /** Column of the ids; undefined without a table. */
  readonly column: string | undefined
  /** True when the ids of the file were rounded, so that no result is valid. */
  readonly isRounded: boolean
}

/**
 * Reads all ids of a file.
 * @throws {ColumnUnclear} when the column of the ids in a table is not clear
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
          // Input in memory would otherwise be read without yielding to the event loop.
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

/** Ids that the consumer has not received yet. */
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
