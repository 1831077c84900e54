/**
 * Thrown when a file is not supported, or cannot be read to its end. Data that was read before is valid. The message
 * includes the remedy.
 */
export class FileUnreadable extends Error {
  override readonly name: string = 'FileUnreadable'
}

/** Maximum number of files in a container. */
export const MAX_MEMBERS = 1_000_000

/** Thrown for a container with more than {@link MAX_MEMBERS} files. */
export class TooManyMembers extends FileUnreadable {
  override readonly name = 'TooManyMembers'

  constructor() {
    super(`it contains more than ${MAX_MEMBERS} files; unpack it, and give the folder or parts of it`)
  }
}
