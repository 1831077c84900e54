/**
 * Stores resumable uploads in the data directory (spec/console.md#uploads). The offset of an upload is the length of
 * its file on disk. Therefore the offset survives a restart and a lost connection.
 */
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import type { Clock, Random } from '../../lib/time/clock.ts'
import { fileNameOf } from './file-name.ts'

/** Milliseconds for which an upload is kept after its last chunk. */
export const UPLOAD_LIFETIME_MS = 3 * 24 * 3_600_000

const ID = /^[0-9a-f]{32}$/
const ID_BYTES = 16

export interface Upload {
  readonly id: string
  /** Name of the file without folders. */
  readonly name: string
  /** Size of the whole file in bytes. */
  readonly length: number
  /** Number of bytes that are stored. */
  readonly offset: number
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Path of the file. */
  readonly path: string
}

export interface UploadBounds {
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number
  /** Maximum number of uploads that are stored at the same time. */
  readonly maxUploads: number
}

export type RefusedUpload =
  | 'not-found'
  | 'too-large'
  | 'too-many'
  | 'offset-wrong'
  | 'beyond-length'
  | 'in-use'

/** Thrown for a request that the store refuses. A refused request changes nothing. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly reason: RefusedUpload
  /** The offset of the upload; undefined if there is no such upload. */
  readonly offset: number | undefined

  constructor(reason: RefusedUpload, message: string, offset?: number) {
    super(message)
    this.reason = reason
    this.offset = offset
  }
}

/** The facts about an upload that are stored in a file next to the upload. */
interface Facts {
  readonly name: string
  readonly length: number
  readonly createdAt: number
}

export class UploadStore {
  readonly bounds: UploadBounds
  readonly #folder: string
  readonly #clock: Clock
  readonly #random: Random
  /** Ids of uploads that a queued or running import uses. */
  readonly #inUse = new Set<string>()
  /** Resolves when the running changes have ended. Changes run in sequence, so that two chunks are never mixed. */
  #working: Promise<unknown> = Promise.resolve()

  /** @param folder folder of the uploads; created when it is needed */
  constructor(folder: string, bounds: UploadBounds, { clock, random }: { clock: Clock; random: Random }) {
    this.bounds = bounds
    this.#folder = folder
    this.#clock = clock
    this.#random = random
  }

  /** All uploads, oldest first. */
  async list(): Promise<readonly Upload[]> {
    const names = (await readdir(this.#folder).catch(unlessMissing)) ?? []
    const all = await Promise.all(names.map((name) => this.#find(name)))
    return all.filter((one) => one !== undefined).toSorted((one, other) => one.createdAt - other.createdAt)
  }

  /** @throws {UploadRefused} `not-found` */
  async require(id: string): Promise<Upload> {
    const upload = await this.#find(id)
    if (upload !== undefined) return upload
    throw new UploadRefused('not-found', 'there is no such upload; it may have expired')
  }

  /**
   * Begins an upload.
   * @param name name from the client
   * @param length size of the whole file in bytes
   * @throws {UploadRefused} `too-large`, `too-many`
   */
  create(name: string, length: number): Promise<Upload> {
    return this.#inTurn(async () => {
      const { maxBytes, maxUploads } = this.bounds
      if (length > maxBytes)
        throw new UploadRefused('too-large', `a file may have ${maxBytes} bytes, and this one has ${length}`)
      await this.#removeExpired()
      if ((await this.list()).length >= maxUploads)
        throw new UploadRefused('too-many', `there are ${maxUploads} uploads already; import or remove some`)
      const id = this.#random(ID_BYTES).toString('hex')
      const facts: Facts = { name: fileNameOf(name), length, createdAt: this.#clock.now() }
      await mkdir(join(this.#folder, id), { recursive: true, mode: 0o700 })
      await this.#touch(join(this.#folder, id, facts.name))
      // This file is written last. If it is missing, the upload does not exist.
      await writeFile(this.#factsOf(id), JSON.stringify(facts), { mode: 0o600 })
      return this.require(id)
    })
  }

  /**
   * Appends a chunk. When the promise resolves, the chunk is on disk.
   * @returns the new offset
   * @throws {UploadRefused} `not-found`, `offset-wrong`, `beyond-length`
   */
  append(id: string, offset: number, chunk: Uint8Array): Promise<number> {
    return this.#inTurn(async () => {
      const upload = await this.require(id)
      if (offset !== upload.offset)
        throw new UploadRefused(
          'offset-wrong',
          `the upload is at ${upload.offset}, not ${offset}`,
          upload.offset,
        )
      const end = offset + chunk.byteLength
      if (end > upload.length)
        throw new UploadRefused(
          'beyond-length',
          `the chunk ends at ${end}, and the file has ${upload.length} bytes`,
          upload.offset,
        )
      const file = await open(upload.path, 'r+')
      try {
        await writeAll(file, chunk, offset)
        await file.datasync()
        await file.utimes(this.#clock.now() / 1_000, this.#clock.now() / 1_000)
      } catch (error) {
        // A partly received chunk is not kept, because the client sends the whole chunk again.
        await file.truncate(offset)
        throw error
      } finally {
        await file.close()
      }
      return end
    })
  }

  /** Removes an upload and its file. @throws {UploadRefused} `not-found`, `in-use` */
  remove(id: string): Promise<Upload> {
    return this.#inTurn(async () => {
      const upload = await this.require(id)
      if (this.#inUse.has(id)) throw new UploadRefused('in-use', 'an import reads this file; cancel it first')
      await this.#erase(id)
      return upload
    })
  }

  /** Prevents uploads from being removed until they are released. */
  use(ids: Iterable<string>): void {
    for (const id of ids) this.#inUse.add(id)
  }

  release(ids: Iterable<string>): void {
    for (const id of ids) this.#inUse.delete(id)
  }

  /** Removes uploads whose lifetime has ended, unless an import uses them. */
  removeExpired(): Promise<void> {
    return this.#inTurn(() => this.#removeExpired())
  }

  async #removeExpired(): Promise<void> {
    for (const id of (await readdir(this.#folder).catch(unlessMissing)) ?? []) {
      if (!ID.test(id) || this.#inUse.has(id)) continue
      // If the facts are missing, a crash interrupted the creation of the upload.
      const { expiresAt = 0 } = (await this.#find(id)) ?? {}
      if (expiresAt <= this.#clock.now()) await this.#erase(id)
    }
  }

  async #find(id: string): Promise<Upload | undefined> {
    if (!ID.test(id)) return undefined
    const text = await readFile(this.#factsOf(id), 'utf8').catch(unlessMissing)
    if (text === undefined) return undefined
    const facts = factsIn(text)
    if (facts === undefined) return undefined
    const { name, length, createdAt } = facts
    const path = this.pathOf(id, name)
    const found = await stat(path).catch(unlessMissing)
    if (found === undefined) return undefined
    const expiresAt = Math.round(found.mtimeMs) + UPLOAD_LIFETIME_MS
    return { id, name, length, offset: found.size, createdAt, expiresAt, path }
  }

  /** Path of the file of an upload. */
  pathOf(id: string, name: string): string {
    return join(this.#folder, id, name)
  }

  #factsOf(id: string): string {
    return join(this.#folder, id, FACTS)
  }

  async #touch(path: string): Promise<void> {
    const file = await open(path, 'wx', 0o600)
    await file.utimes(this.#clock.now() / 1_000, this.#clock.now() / 1_000)
    await file.close()
  }

  async #erase(id: string): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work)
    this.#working = done.catch(() => undefined) // The caller gets the error of `done`.
    return done
  }
}

/** The facts in a text; undefined if a crash truncated the text. */
function factsIn(text: string): Facts | undefined {
  try {
    return JSON.parse(text) as Facts
  } catch {
    // The upload does not exist, because a crash interrupted its creation before the response.
    return undefined
  }
}

/** Name of the file with the facts of an upload. Names of uploaded files never begin with a dot. */
const FACTS = '.upload.json'

interface Writable {
  write(
    bytes: Uint8Array,
    from: number,
    length: number,
    at: number,
  ): Promise<{ readonly bytesWritten: number }>
}

async function writeAll(file: Writable, bytes: Uint8Array, at: number): Promise<void> {
  let done = 0
  while (done < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, at + done)
    done += bytesWritten
  }
}
