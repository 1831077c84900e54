/** Counts of what an import of an archive leaves out, by the names of kinds: never anything of the content. */

/** Names of one report: files of an archive have about a hundred, and a zip file may have millions. */
const NAMES_MOST = 200
const OTHERS = 'other files'
const NAME_LONGEST = 100

export type Counts = Readonly<Record<string, number>>

export class ArchiveTally {
  readonly #heldBack = new Map<string, number>()
  readonly #notKept = new Map<string, number>()

  /** What is private: of it the database, the log and the reject files have nothing. */
  get heldBack(): Counts {
    return sorted(this.#heldBack)
  }

  /** What this server has no place for. */
  get notKept(): Counts {
    return sorted(this.#notKept)
  }

  holdBack(name: string, count: number): void {
    add(this.#heldBack, name, count)
  }

  leaveOut(name: string, count: number): void {
    add(this.#notKept, name, count)
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  if (count === 0) return
  const plain = name.replace(/\p{C}/gu, '?').slice(0, NAME_LONGEST)
  const key = counts.has(plain) || counts.size < NAMES_MOST ? plain : OTHERS
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
