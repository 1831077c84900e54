/**
 * The interface of blob stores. They store files that are too large for the database, in a folder with a few files for
 * each upload. Aviary chooses all names. The files disk.ts and s3.ts implement the interface, and the same tests run on
 * both.
 */

import type { StagedFile } from '../lib/files/staging.ts'
import { Outage } from '../lib/outage.ts'

/** The folder and name of a blob. */
export interface BlobKey {
  readonly folder: string
  readonly name: string
}

/** A range of bytes; it includes both ends. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface BlobReading {
  /** Size of the whole blob, in bytes. */
  readonly size: number
  /** The requested bytes. If the caller stops reading early, the file is closed. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface BlobStore {
  /** Stores or replaces a blob atomically. The blob is durable when the promise resolves. */
  put(key: BlobKey, file: StagedFile): Promise<void>
  /**
   * Reads a blob; undefined if it does not exist.
   * @param range a range of bytes whose end must be inside the blob; by default all bytes
   */
  read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>
  /** Erases a blob, if it exists. */
  erase(key: BlobKey): Promise<void>
  /** Erases a folder and all of its blobs, if it exists. */
  eraseFolder(folder: string): Promise<void>
  /** Closes connections. */
  close(): Promise<void>
}

/** Thrown when the store fails or cannot be reached. */
export class BlobsUnavailable extends Outage {
  override readonly name = 'BlobsUnavailable'
}

/** True for a failure of the store; false for a programming error. */
export function isBlobFailure(error: unknown): boolean {
  return error instanceof BlobsUnavailable
}

/** Names that are valid on every file system, without separators and without a dot at the beginning. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/

/**
 * Checks the name of a folder or blob. The check is only a safeguard, because Aviary chooses all names.
 * @throws {RangeError} for an invalid name
 */
export function requireName(name: string): string {
  if (!NAME.test(name) || name.includes('..')) throw new RangeError('the name of a blob is malformed')
  return name
}
