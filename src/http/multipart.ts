/**
 * Reads bodies of type `multipart/form-data`. Fields are buffered as text. Files are streamed to disk, so that no file
 * is held in memory. The bodies are read after authentication, because no signature covers them
 * (spec/signatures.md#unsigned-bodies).
 */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { isDiskFailure } from '../lib/files/disk-failure.ts'
import type { StagedFile, StagedWriter } from '../lib/files/staging.ts'
import type { Clock } from '../lib/time/clock.ts'
import { BODY_TIMEOUT_MS } from './body.ts'
import { EdgeError, type MultipartBody, type MultipartSpec } from './endpoint.ts'

/** Creates the files of uploads. */
export interface FilePlace {
  create(): Promise<StagedWriter>
}

/**
 * Maximum number of bodies that are read at the same time, for one caller and for all callers. Each body may contain a
 * file of the maximum size.
 */
const MAX_UPLOADS_PER_USER = 8
const MAX_UPLOADS = 64

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 16 * 1024,
  fields: 32,
  files: 2,
  parts: 34,
  headerPairs: 20,
  headerSize: 4096,
}

/** True for `multipart/form-data` in upper or lower case, with any parameters. */
export function isMultipart(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'multipart/form-data'
}

/** Reads multipart bodies within the limits of this file. A process has one reader. */
export class MultipartReader {
  readonly #clock: Clock
  readonly #place: FilePlace
  readonly #reading = new Map<string, number>()
  #readingAll = 0

  constructor(clock: Clock, place: FilePlace) {
    this.#clock = clock
    this.#place = place
  }

  /** Number of bodies that are being read. */
  get reading(): number {
    return this.#readingAll
  }

  /**
   * The body of a request. When the promise resolves, its files are completely on disk.
   * @param owner key of the caller, for the limit per caller
   * @throws {EdgeError} `bad-request` for an invalid body, `body-too-large`, `request-timeout`, and `over-capacity`
   *   when a limit is reached
   */
  async read(request: IncomingMessage, owner: string, spec: MultipartSpec): Promise<MultipartBody> {
    const own = this.#reading.get(owner) ?? 0
    if (own >= MAX_UPLOADS_PER_USER || this.#readingAll >= MAX_UPLOADS) {
      throw new EdgeError('over-capacity', `${this.#readingAll} uploads at once, ${own} of one caller`)
    }
    if (Number(request.headers['content-length'] ?? 0) > spec.maxFileBytes + MIB) {
      throw new EdgeError('body-too-large', `the body is larger than ${spec.maxFileBytes} bytes`)
    }
    this.#reading.set(owner, own + 1)
    this.#readingAll += 1
    try {
      return await new Reading(request, this.#place, spec).run(this.#clock)
    } finally {
      this.#readingAll -= 1
      const left = (this.#reading.get(owner) ?? 1) - 1
      if (left === 0) this.#reading.delete(owner)
      else this.#reading.set(owner, left)
    }
  }
}

/** Maximum bytes of fields and boundaries, in addition to the bytes of one file. */
const MIB = 1024 * 1024

class Reading {
  readonly #request: IncomingMessage
  readonly #place: FilePlace
  readonly #spec: MultipartSpec
  readonly #fields = new Map<string, string[]>()
  readonly #files = new Map<string, StagedFile>()
  readonly #streams = new Set<Readable>()
  readonly #parts: Promise<void>[] = []

  constructor(request: IncomingMessage, place: FilePlace, spec: MultipartSpec) {
    this.#request = request
    this.#place = place
    this.#spec = spec
  }

  async run(clock: Clock): Promise<MultipartBody> {
    const request = this.#request
    const parser = this.#parser()
    const failed = Promise.withResolvers<never>()
    const fail = (error: unknown) => failed.reject(error)
    const onBroken = () => {
      // This event is also emitted after a complete body.
      if (!request.readableEnded) fail(malformed('the body ended before its time'))
    }
    failed.promise.catch(ignore)
    parser.on('error', () => fail(malformed('the body is not what multipart/form-data is')))
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => fail(malformed('the body has too many parts')))
    }
    parser.on('file', (name, stream) => {
      this.#streams.add(stream)
      // The listener is attached immediately. Without this listener, an error while the file is opened would end the
      // process.
      stream.on('error', () => fail(malformed('a part ended before its time')))
      const part = this.#keep(name, stream)
      part.catch(fail)
      this.#parts.push(part)
    })
    request.on('error', onBroken).on('close', onBroken)
    const cancel = clock.after(BODY_TIMEOUT_MS, () =>
      fail(new EdgeError('request-timeout', 'the body did not arrive in time')),
    )
    try {
      if (request.destroyed) onBroken()
      const finished = new Promise<void>((resolve) => parser.once('finish', resolve))
      request.pipe(parser)
      await Promise.race([finished, failed.promise])
      await Promise.race([Promise.all(this.#parts), failed.promise])
      return { fields: this.#fields, files: this.#files, discard: () => this.#discard() }
    } catch (error) {
      await this.#letGo(parser)
      throw error
    } finally {
      cancel()
      request.off('error', onBroken).off('close', onBroken)
      request.on('error', ignore)
    }
  }

  #parser(): BusboyInstance {
    const { headers } = this.#request
    const type = headers['content-type'] ?? ''
    const { files, maxFileBytes } = this.#spec
    try {
      const parser = new Busboy({
        headers: { ...headers, 'content-type': type },
        limits: { ...LIMITS, fileSize: maxFileBytes },
        isPartAFile: (name) => name !== undefined && Object.hasOwn(files, name),
      })
      parser.on('field', (name, value, nameTruncated, valueTruncated) => {
        if (nameTruncated || valueTruncated) parser.emit('error', new Error('a field is too long'))
        const values = this.#fields.get(name)
        if (values === undefined) this.#fields.set(name, [value])
        else values.push(value)
      })
      return parser
    } catch (error) {
      throw malformed('the content type names no boundary', error)
    }
  }

  async #keep(name: string, stream: Readable): Promise<void> {
    const writer = await this.#place.create()
    try {
      const chunks = this.#spec.files[name] === 'base64' ? decodeBase64(stream) : stream
      for await (const chunk of chunks as AsyncIterable<Uint8Array>) await writer.write(chunk)
      if ((stream as { truncated?: boolean }).truncated === true) {
        throw new EdgeError('body-too-large', `a file is larger than ${this.#spec.maxFileBytes} bytes`)
      }
    } catch (error) {
      await writer.abandon()
      if (error instanceof EdgeError || isDiskFailure(error)) throw error
      throw malformed('a part ended before its time', error)
    }
    const file = await writer.close()
    if (this.#files.has(name)) await file.discard()
    else this.#files.set(name, file)
  }

  /** Detaches the parser but keeps the request open, so that the client can receive the response. */
  async #letGo(parser: BusboyInstance): Promise<void> {
    this.#request.unpipe(parser)
    parser.on('error', ignore)
    for (const stream of this.#streams) stream.on('error', ignore).destroy(new Error('given up'))
    await Promise.allSettled(this.#parts)
    await this.#discard()
  }

  async #discard(): Promise<void> {
    for (const file of this.#files.values()) await file.discard()
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Decodes base64; white space is ignored. @throws {EdgeError} `bad-request` for invalid base64 */
async function* decodeBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + Buffer.from(chunk).toString('latin1').replaceAll(/\s/g, '')
    const whole = text.length - (text.length % 4)
    rest = text.slice(whole)
    yield base64Bytes(text.slice(0, whole))
  }
  yield base64Bytes(rest)
}

/**
 * Decodes base64 in the standard or the URL alphabet. The text must not contain white space.
 * @throws {EdgeError} `bad-request`
 */
export function base64Bytes(text: string): Buffer {
  if (!BASE64.test(text)) throw malformed('what should be base64 is not')
  return Buffer.from(text, 'base64')
}

function malformed(message: string, cause?: unknown): EdgeError {
  return new EdgeError('bad-request', message, cause === undefined ? undefined : { cause })
}

function ignore(): void {}
