/** Groups the follows of rows or of list entries into values, and defines the options for their direction and order. */
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import type { RepairedPart } from '../repairs.ts'
import type { EdgeOptions } from './edge-columns.ts'

/** The user whose followers or friends the list contains. */
export interface FollowListOf {
  readonly of: bigint
  readonly kind: 'followers' | 'following'
}

export interface GraphOptions extends EdgeOptions {
  /** Set if the files are lists of the followers or friends of one user. */
  readonly list?: FollowListOf | undefined
  /** True if the first follow in a file is the newest. */
  readonly isNewestFirst?: boolean | undefined
}

/** The options, and the kinds that the import accepts. */
export interface GraphReading extends GraphOptions {
  readonly wants: 'follows' | 'all' | 'others'
}

/** Follows of consecutive rows, in the order in which the import stores them. */
export interface EdgeValue {
  readonly is: 'edges'
  /** Line number of the first row. */
  readonly line: number
  /** Name of the form for the report, such as `table of follows`. */
  readonly form: string
  /**
   * Follower and followee of each edge, alternating. A row has no edge if a user follows itself, or if the weight is 0
   * or less.
   */
  readonly ids: BigInt64Array
  readonly rows: number
  readonly repairs: readonly RepairedPart[]
  /** Text of the rejected row; empty if there is no fault. */
  readonly text: string
  readonly fault?: string
}

/**
 * Maximum number of rows of a value. The edges of a value are sent to another thread together, and an import that
 * resumes skips either all or none of them.
 */
const MAX_ROWS = 100

/** Groups the edges of rows into values. The same rows always make the same groups. */
export class EdgeGroups {
  readonly #form: string
  #ids: bigint[] = []
  #rows = 0
  #line = 0

  /** @param form name of the form of the edges, for the report */
  constructor(form: string) {
    this.#form = form
  }

  /** Adds the edges of a row. @returns the values that are now complete */
  add(line: number, edges: readonly ImportedEdge[], repairs: readonly RepairedPart[]): readonly EdgeValue[] {
    if (repairs.length > 0) return [...this.end(), this.#value({ line, edges, repairs })]
    if (this.#rows === 0) this.#line = line
    this.#rows += 1
    for (const { follower, followee } of edges) this.#ids.push(follower, followee)
    return this.#rows < MAX_ROWS ? NONE : this.end()
  }

  /** Rejects a row. @returns the values that are now complete */
  reject(line: number, text: string, fault: string): readonly EdgeValue[] {
    return [...this.end(), { ...this.#value({ line, edges: [], repairs: [] }), text, fault }]
  }

  /** Ends the rows. @returns the last value */
  end(): readonly EdgeValue[] {
    if (this.#rows === 0) return NONE
    const value = {
      is: 'edges',
      line: this.#line,
      form: this.#form,
      ids: BigInt64Array.from(this.#ids),
      rows: this.#rows,
      repairs: [],
      text: '',
    } as const
    this.#ids = []
    this.#rows = 0
    return [value]
  }

  #value({ line, edges, repairs }: Row): EdgeValue {
    const ids = BigInt64Array.from(edges.flatMap(({ follower, followee }) => [follower, followee]))
    return { is: 'edges', line, form: this.#form, ids, rows: 1, repairs, text: '' }
  }
}

interface Row extends Pick<EdgeValue, 'line' | 'repairs'> {
  readonly edges: readonly ImportedEdge[]
}

const NONE: readonly EdgeValue[] = Object.freeze([])
