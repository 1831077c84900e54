/**
 * Counts the elements of an archive that the import does not store, by kind, and names unreadable files. The tally
 * keeps nothing of their content.
 */
import { shownName } from '../../files/shown-name.ts'
import type { FileUnreadable } from '../../files/unreadable.ts'
import type { FileNote } from '../files/counts.ts'

/** Maximum number of names in a report. Archives have about a hundred files, but a zip file can have millions. */
const MAX_NAMES = 200
const OTHERS = 'other files'
const MAX_NAME_LENGTH = 100
/** Maximum number of unreadable files that are named. */
const MAX_FAULTS = 1_000

export type Counts = Readonly<Record<string, number>>

/** An unreadable file of an archive. */
export interface UnreadableFile {
  /** Path of the file in reports. */
  readonly place: string
  /** Name of the file in error messages. */
  readonly name: string
}

export class ArchiveTally {
  readonly #heldBack = new Map<string, number>()
  readonly #notKept = new Map<string, number>()
  readonly #faults = new Map<string, string>()

  /** Private elements. Nothing of them is in the database, the log or the reject files. */
  get heldBack(): Counts {
    return sorted(this.#heldBack)
  }

  /** Elements that this server does not support. */
  get notKept(): Counts {
    return sorted(this.#notKept)
  }

  /** Files that could not be read to their end, in the order in which they were read. */
  get faults(): readonly FileNote[] {
    return [...this.#faults].map(([place, reason]) => ({ place, reason }))
  }

  /** Records an unreadable file. If it has several faults, the first reason is kept. */
  fault({ place, name }: UnreadableFile, { message }: FileUnreadable): void {
    if (this.#faults.has(place) || this.#faults.size >= MAX_FAULTS) return
    this.#faults.set(place, shownName(message.startsWith(name) ? `it${message.slice(name.length)}` : message))
  }

  countHeldBack(name: string, count: number): void {
    add(this.#heldBack, name, count)
  }

  countNotKept(name: string, count: number): void {
    add(this.#notKept, name, count)
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  if (count === 0) return
  const plain = name.replace(/\p{C}/gu, '?').slice(0, MAX_NAME_LENGTH)
  const key = counts.has(plain) || counts.size < MAX_NAMES ? plain : OTHERS
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
