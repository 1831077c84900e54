/**
 * Thrown when a file is not supported, or cannot be read to its end. Data before the fault is valid. The message includes the
 * remedy.
 */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}
