/**
 * Bytes that are too large for the database: a folder for each upload, with a few files in it. Names are chosen by
 * Aviary, never by a client. disk.ts and s3.ts implement it; one contract suite runs on both.
 */

import type { StagedFile } from '../lib/files/staging.ts'
import { Outage } from '../lib/outage.ts'

/** Where a file is. */
export interface BlobKey {
  readonly folder: string
  readonly name: string
}

/** A part of a file: from byte `start` to byte `end`, both with it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface BlobReading {
  /** Of the whole file, in bytes. */
  readonly size: number
  /** The part that was asked for; ended early, it lets go of the file. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface BlobStore {
  /** Stores a file, in place of one that is there; it is durable when the promise is fulfilled, and never half there. */
  put(place: BlobKey, file: StagedFile): Promise<void>
  /** Bytes of a file, or undefined when it has none. @param range of which `end` lies within the file; all when left out */
  read(place: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>
  /** Erases one file; one that is not there is no error. */
  erase(place: BlobKey): Promise<void>
  /** Erases every file of a folder, and the folder; one that is not there is no error. */
  eraseFolder(folder: string): Promise<void>
  /** Lets go of what it holds open. */
  close(): Promise<void>
}

/** Thrown when the store cannot be reached, or refuses its service. */
export class BlobsUnavailable extends Outage {
  override readonly name = 'BlobsUnavailable'
}

/** Whether it is the store that failed, and not the program. */
export function isBlobFailure(error: unknown): boolean {
  return error instanceof BlobsUnavailable
}

/** Folders and names: nothing that leads elsewhere, on any file system. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** @throws {RangeError} for a name that no upload can have; a safeguard, as clients choose none */
export function requireName(name: string): string {
  if (!NAME.test(name) || name.includes('..')) throw new RangeError('the name of a blob is malformed')
  return name
}
