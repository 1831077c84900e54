/** Counts elements of an archive that are not imported, by kind. Contains nothing of their content. */

/** Maximum names in a report. Archives have about a hundred, but a zip file can have millions. */
const MAX_NAMES = 200
const OTHERS = 'other files'
const MAX_NAME_LENGTH = 100

export type Counts = Readonly<Record<string, number>>

export class ArchiveTally {
  readonly #heldBack = new Map<string, number>()
  readonly #notKept = new Map<string, number>()

  /** Private elements. Nothing of them is in the database, the log or the reject files. */
  get heldBack(): Counts {
    return sorted(this.#heldBack)
  }

  /** Elements that this server does not support. */
  get notKept(): Counts {
    return sorted(this.#notKept)
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
