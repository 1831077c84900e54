/** Defines the type of the files of a personal archive that have elements. */
import type { InnerFile } from '../../files/lines.ts'
import type { Treatment } from './archive-kinds.ts'

/** A file of an archive. */
export interface ArchivePart extends InnerFile {
  /** The treatment of the elements by the import. */
  readonly treatment: Treatment
  /** The kind of the file, such as `twitter-circle-tweet`. */
  readonly kind: string
  /** Path of the file, prefixed by the name of the input, for reports. */
  readonly place: string
  /** Name of the file without folders. */
  readonly file: string
  /** Number of the part, from 0. */
  readonly part: number
  /** Number of inputs of the archive that are newer than the input of this part. */
  readonly newerInputs?: number
  /** Size of the file content in bytes. */
  readonly size: number
}
