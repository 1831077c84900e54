/**
 * Reads the ids of what somebody holds (spec/id-lists.md#accepted-forms): the one reader of `compliance check` and of
 * compliance jobs. Nothing is passed over without a word: what is no id is named.
 */
import { IdListUnreadable, isOfFile, textsIn } from './containers.ts'
import { TextReader } from './read-text.ts'
import { Rounding } from './rounding.ts'
import type { Unreadable } from './sink.ts'
import { textOf } from './text-of.ts'
import type { IdSubject } from './parse-id.ts'

export interface IdListOptions {
  /** `tweets`: ids of posts, and of the posts in them. `users`: of users, and of the authors of posts. */
  readonly subject: IdSubject
  /** The column of a table that holds the ids, by its name or its number from 1. */
  readonly column?: string | undefined
  /** Bytes, and characters of all texts, when unpacked; as many as there are when left out. */
  readonly longest?: number | undefined
}

export interface IdBatch {
  /** As they come, also more than once. */
  readonly ids: readonly bigint[]
  /** Those that the file says were deleted. */
  readonly deleted: readonly bigint[]
}

/** Something that is no id, and where. */
export interface InputFault {
  /** The line, from 1, behind the name of the member of an archive; empty for the whole file. */
  readonly place: string
  readonly reason: string
}

export interface IdConsumer {
  /** Called with what was read; nothing more is read before it resolves. */
  take(batch: IdBatch): Promise<void>
  fault(fault: InputFault): void
  /** Something that holds no ids was passed over, such as a picture in an archive. */
  warn(warning: InputFault): void
}

export interface IdListSummary {
  /** The column of the ids; undefined when they were in no table. */
  readonly column: string | undefined
  /** Whether the ids as a whole were rounded: then none of them says anything. */
  readonly isRounded: boolean
}

/**
 * Reads all ids of a file.
 * @throws {ColumnUnclear} when a table does not say which column holds the ids
 */
export async function readIdList(
  source: AsyncIterable<Buffer>,
  { subject, column, longest = Number.POSITIVE_INFINITY }: IdListOptions,
  taker: IdConsumer,
): Promise<IdListSummary> {
  const rounding = new Rounding()
  let named: string | undefined
  const pending = new Pending(taker)
  const warn = (place: string, what: string) => taker.warn({ place, reason: what })
  const fault = (place: string, reason: string) => taker.fault({ place, reason })
  const texts = textsIn(source, { warn, fault, longest })
  let name = ''
  let length = 0
  try {
    for await (const text of texts) {
      name = text.name
      const sink = {
        id: (id: bigint, wasDeleted: boolean) => pending.add(id, wasDeleted),
        unreadable: ({ line, reason }: Unreadable) =>
          taker.fault({ place: placeOf(text.name, line), reason }),
        column: (found: string) => {
          named ??= found
        },
      }
      const reader = new TextReader({ subject, column, rounding, sink })
      try {
        for await (const piece of textOf(text.chunks)) {
          length += piece.length
          if (length > longest)
            throw new IdListUnreadable(`it unpacks to more than ${longest} characters; divide it`)
          reader.take(piece)
          await pending.flush()
          // What is in memory already is read without a pause otherwise, while others wait.
          await new Promise(setImmediate)
        }
      } catch (error) {
        if (!isOfFile(error)) throw error
        taker.fault({ place: text.name, reason: error.message })
      }
      reader.end()
      await pending.flush()
    }
  } catch (error) {
    if (!isOfFile(error)) throw error
    taker.fault({ place: name, reason: error.message })
  }
  return { column: named, isRounded: rounding.isRounded }
}

function placeOf(name: string, line: number): string {
  return name === '' ? String(line) : `${name}:${line}`
}

/** Ids that are not handed on yet. */
class Pending {
  readonly #taker: IdConsumer
  #ids: bigint[] = []
  #deleted: bigint[] = []

  constructor(taker: IdConsumer) {
    this.#taker = taker
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
    await this.#taker.take({ ids, deleted })
  }
}
