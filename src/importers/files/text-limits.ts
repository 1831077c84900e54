/**
 * Decides how far an import reads the files of an input, and the members of zip and tar files in it. If the first
 * objects of a file or member have no form that the import accepts, the rest is not read. Otherwise reading continues,
 * even if many objects are rejected (decision 0164).
 */
import type { StoredKind } from '../items.ts'

/**
 * Number of objects at the beginning of a file or member. If none of these has a form that the import accepts, the rest
 * is not read.
 */
export const MAX_STRANGE = 1_000
/**
 * Maximum number of files and members of an input whose rest is not read. The number is limited because the progress of
 * an import lists them.
 */
const MAX_GIVEN_UP = 1_000

/** The part of an input that earlier, interrupted runs stored. */
export interface StoredPart {
  /** Number of the last stored value. */
  readonly value: number
  /** Numbers of the files and members in the input whose rest was not read. */
  readonly givenUp: readonly number[]
}

/** The fields of an object that show whether the import accepts its form. */
interface JudgedObject {
  /** Reason of rejection; undefined if the object is valid. */
  readonly rejection?: string | undefined
  readonly edges?: unknown
  readonly kind?: StoredKind | undefined
}

export const NOTHING_STORED: StoredPart = { value: 0, givenUp: [] }

/**
 * The limits of an input. A run that resumes an import stops at the same objects as the earlier run, so that objects
 * keep their numbers.
 */
export class TextLimits {
  readonly #stored: StoredPart
  readonly #only: StoredKind | undefined
  #values = 0
  #text = -1
  /** Number of values of the current file or member so far. */
  #count = 0
  #state: 'open' | 'whole' | 'given up before' = 'whole'
  #givenUp: number

  constructor(stored: StoredPart, only: StoredKind | undefined) {
    this.#stored = stored
    this.#only = only
    this.#givenUp = stored.givenUp.length
  }

  /** Number of the current file or member in the input. */
  get text(): number {
    return this.#text
  }

  /** False if an earlier run stopped reading the current file or member. */
  get isNew(): boolean {
    return this.#state !== 'given up before'
  }

  /** True if an earlier run has stored the next value. */
  get isStored(): boolean {
    return this.#values < this.#stored.value
  }

  /** Begins a file or member. */
  begin(): void {
    this.#text += 1
    this.#count = 0
    const { givenUp } = this.#stored
    // If an earlier run began a file or member, this run reads it to its end, because its first objects may have had a
    // known form.
    const isWhole = this.isStored || this.#givenUp >= MAX_GIVEN_UP
    this.#state = givenUp.includes(this.#text) ? 'given up before' : isWhole ? 'whole' : 'open'
  }

  /**
   * Counts a value of the current file or member.
   * @param object the object in the value; undefined for a value that is left out
   * @returns true if the rest of the file or member must not be read
   */
  isLast(object: JudgedObject | undefined): boolean {
    this.#values += 1
    this.#count += 1
    if (this.#state === 'open' && !this.#isStrange(object)) this.#state = 'whole'
    if (this.#state === 'whole' || this.#count < MAX_STRANGE) return false
    if (this.isNew) this.#givenUp += 1
    return true
  }

  #isStrange(object: JudgedObject | undefined): boolean {
    if (object?.rejection === undefined) return false
    const { edges, kind } = object
    // A rejected row of a table of follows does not show that the form is known, because any file with two columns
    // looks like a table of follows.
    return edges !== undefined || kind === undefined || (this.#only !== undefined && this.#only !== kind)
  }
}
