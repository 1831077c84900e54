/**
 * The interface of blob stores, for data that is too large for the database: a folder with a few files for each upload.
 * Aviary chooses the names, never a client. disk.ts and s3.ts implement it; the same contract suite tests both.
 */

import type { StagedFile } from '../lib/files/staging.ts'
import { Outage } from '../lib/outage.ts'

/** The folder and name of a blob. */
export interface BlobKey {
  readonly folder: string
  readonly name: string
}

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface BlobReading {
  /** Size of the whole blob, in bytes. */
  readonly size: number
  /** The requested part. Ending the iteration early closes the file. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface BlobStore {
  /** Stores or replaces a blob atomically; it is durable when the promise resolves. */
  put(key: BlobKey, file: StagedFile): Promise<void>
  /** The bytes of a blob, or undefined if it does not exist. @param range with `end` inside the blob; all bytes by default */
  read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>
  /** Erases a blob, if it exists. */
  erase(key: BlobKey): Promise<void>
  /** Erases a folder with all of its blobs, if it exists. */
  eraseFolder(folder: string): Promise<void>
  /** Closes connections. */
  close(): Promise<void>
}

/** Thrown when the store cannot be reached, or fails. */
export class BlobsUnavailable extends Outage {
  override readonly name = 'BlobsUnavailable'
}

/** True for failures of the store, as opposed to programming errors. */
export function isBlobFailure(error: unknown): boolean {
  return error instanceof BlobsUnavailable
}

/** Safe on every file system: no separators, no leading dot. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** Checks the name of a folder or blob, as a safeguard: clients choose no names. @throws {RangeError} for an invalid name */
export function requireName(name: string): string {
  if (!NAME.test(name) || name.includes('..')) throw new RangeError('the name of a blob is malformed')
  return name
}
