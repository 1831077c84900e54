/** Defines the values of files, and the objects that are read from them. */
import type { JsonValue } from '../../files/json-reader.ts'
import type { EdgeValue } from '../graph/edge-value.ts'
import type { ImportItem, StoredKind, TableForm, TableRow } from '../items.ts'
import type { RepairedPart } from '../repairs.ts'

/** A JSON value, or a row of a table, with its position. */
export type FileValue =
  | ({ readonly is: 'json' } & JsonValue)
  | {
      readonly is: 'row'
      readonly line: number
      readonly form: TableForm
      readonly row: TableRow
      readonly text: string
      readonly fault?: string
    }
  | EdgeValue
  /** An id from a list of ids; such ids are not imported. */
  | { readonly is: 'id'; readonly line: number; readonly text: string }

/** An object or a row of a file. */
export interface ReadObject {
  /** Place of the object, as `name:line`. */
  readonly place: string
  readonly text: string
  /** Name of the form. */
  readonly form: string
  readonly items: readonly ImportItem[]
  /** Repaired and dropped parts. */
  readonly repairs: readonly RepairedPart[]
  /** Set for an object that cannot be read from its text alone, such as a row of a table, which needs the header. */
  readonly isPartial?: true
  /** Number of rows that the object consists of, if there are several. */
  readonly rows?: number
  /**
   * Follower and followee of each edge, alternating. Sending an array of numbers to another thread is faster than
   * sending objects.
   */
  readonly edges?: BigInt64Array
  /** Reason of rejection; undefined if the object is valid. */
  readonly rejection?: string
  /** Kind of the objects of this form; undefined if the form is unknown or has several kinds. */
  readonly kind?: StoredKind | undefined
}
