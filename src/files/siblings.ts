/** Texts that need another file of the same folder. */

/** Reads a file by its name without folders; undefined if there is none. The bytes may throw `FileUnreadable`. */
export type SiblingReader = (name: string) => AsyncIterable<Buffer> | undefined

/** Names have no folders, because both files are in one folder. */
export interface SiblingNames {
  /** The file that a file needs; undefined for files that need none. */
  readonly siblingOf: (name: string) => string | undefined
  /** True for a file that another one may need. */
  readonly isSibling: (name: string) => boolean
}
