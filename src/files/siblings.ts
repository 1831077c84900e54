/** Defines types for files that need another file in their folder. */

/**
 * Reads a file of the same folder by its name; undefined if there is no such file. Reading may throw `FileUnreadable`.
 */
export type SiblingReader = (name: string) => AsyncIterable<Buffer> | undefined

/** Names of files that belong together. The names have no folders, because both files are in the same folder. */
export interface SiblingNames {
  /** Name of the file that a file needs; undefined for a file that needs none. */
  readonly siblingOf: (name: string) => string | undefined
  /** True for the name of a file that another file may need. */
  readonly isSibling: (name: string) => boolean
}
