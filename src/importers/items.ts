/**
 * Defines the types of the items in import files, and of the forms of values and table rows that contain them
 * (spec/file-recognition.md#recognition).
 */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { ImportedEdge } from '../domain/graph/import-follows.ts'
import type { ImportNotice } from '../domain/notices/import-notice.ts'
import type { PostBundle } from '../domain/posts/import/imported-post.ts'
import type { FallbackEncoding } from '../files/decode.ts'
import type { ReportFault } from '../lib/repair.ts'
import type { Fields } from './json-fields.ts'

/** One item of a value, such as a post. The items of a value are stored in order. */
export type ImportItem =
  | { readonly kind: 'posts'; readonly bundle: PostBundle }
  | { readonly kind: 'user'; readonly user: ImportedUser }
  | { readonly kind: 'edge'; readonly edge: ImportedEdge }
  | { readonly kind: 'notice'; readonly notice: ImportNotice }
  | ImportCount

/**
 * Content that the import counts by name and does not store. `not-kept`: this server does not support the content.
 * `held-back`: the content is private. `counted`: the content describes a recording, such as `keep-alive`.
 */
export interface ImportCount {
  readonly kind: 'not-kept' | 'held-back' | 'counted'
  /** Name in the report, such as `direct_message`. The name reveals nothing of the content. */
  readonly name: string
  readonly count: number
}

/** Names that reports use for the kinds of stored data. */
export type StoredKind = 'posts' | 'users' | 'follows'

/** A form of JSON values. */
export interface ValueForm {
  /** Name in the report, such as `Gnip activity`. */
  readonly name: string
  /**
   * Kind of the objects of this form, for counts of rejected objects. Undefined if the form has several kinds or none.
   */
  readonly kind?: StoredKind
  /** True if a value has this form; the first matching form in {@link VALUE_FORMS} reads the value. */
  matches(fields: Fields): boolean
  /**
   * @throws {InvalidItem} with the reason of rejection
   * @throws {DigitsLost} when the value must be parsed again with exact digits
   */
  items(fields: Fields, note: ReportFault): readonly ImportItem[]
}

/** A row of a table: cells by normalized column names, which are in lower case without blanks, `_` and `-`. */
export type TableRow = Readonly<Record<string, string>>

/** Facts about a table that its rows do not contain. */
export interface TableOptions {
  /** Author of the posts that have no author, in tables and in JSON. */
  readonly author?: bigint
  /** True to compute the id of a row with a rounded id from its time and content, instead of rejecting the row. */
  readonly newIds?: boolean
  /** True for an id whose last digits are lost, in a file in which a program has rounded the ids. */
  readonly isLost?: (digits: string) => boolean
}

/** A form of tables. */
export interface TableForm {
  /** Name in the report, such as `TAGS table`. */
  readonly name: string
  readonly kind: StoredKind
  /**
   * @param columns normalized names in the header; empty for a table without a header
   * @param firstRow cells of the first row below the header
   */
  matches(columns: readonly string[], firstRow: readonly string[], options?: TableOptions): boolean
  /** Encoding of texts that are not UTF-8, for data sets with another encoding. */
  readonly encoding?: FallbackEncoding
  /** Column names for a table without a header. */
  readonly columns?: readonly string[]
  /** @throws {InvalidItem} with the reason of rejection */
  items(row: TableRow, note: ReportFault, options: TableOptions): readonly ImportItem[]
}
