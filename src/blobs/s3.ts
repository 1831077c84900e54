/**
 * Blobs as objects of a bucket of any store that speaks S3, through its official client. It is loaded when it is
 * asked for: it takes longer to load than the rest of a server takes to start.
 */
import { createReadStream } from 'node:fs'
import type { S3Client } from '@aws-sdk/client-s3'
import type { StagedFile } from '../lib/files/staging.ts'
import {
  type BlobKey,
  type BlobReading,
  type BlobStore,
  BlobsUnavailable,
  type ByteRange,
  requireName,
} from './store.ts'

export interface S3Settings {
  readonly bucket: string
  /** Put before every key, such as `aviary/`. */
  readonly prefix: string
  /** URL of the store; that of the region when empty. */
  readonly endpoint: string
  readonly region: string
  /** Both empty: found where the client looks for them by itself. */
  readonly accessKey: string
  readonly secretKey: string
}

type Sdk = typeof import('@aws-sdk/client-s3')

interface Opened {
  readonly sdk: Sdk
  readonly client: S3Client
}

export class S3Blobs implements BlobStore {
  readonly #settings: S3Settings
  #opened: Promise<Opened> | undefined

  constructor(settings: S3Settings) {
    this.#settings = settings
  }

  async put(place: BlobKey, file: StagedFile): Promise<void> {
    const at = this.#objectOf(place)
    await this.#ask(async ({ sdk, client }) => {
      const Body = createReadStream(file.path)
      await client.send(new sdk.PutObjectCommand({ ...at, Body, ContentLength: file.size }))
    })
  }

  async read(place: BlobKey, range?: ByteRange): Promise<BlobReading | undefined> {
    const at = this.#objectOf(place)
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    return this.#ask(async ({ sdk, client }) => {
      try {
        const found = await client.send(new sdk.GetObjectCommand({ ...at, ...part }))
        const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0)
        return { size, bytes: found.Body as unknown as AsyncIterable<Uint8Array> }
      } catch (error) {
        if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return undefined
        throw error
      }
    })
  }

  async erase(place: BlobKey): Promise<void> {
    const at = this.#objectOf(place)
    await this.#ask(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(at)))
  }

  async eraseFolder(folder: string): Promise<void> {
    const { bucket: Bucket, prefix } = this.#settings
    const Prefix = `${prefix}${requireName(folder)}/`
    for (;;) {
      const { Contents = [], IsTruncated } = await this.#ask(({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix })),
      )
      // One by one: the call for many at once demands checksums that not every store takes.
      for (const { Key } of Contents) {
        await this.#ask(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })))
      }
      if (IsTruncated !== true || Contents.length === 0) return
    }
  }

  /** Lets go of the connections. */
  async close(): Promise<void> {
    const opened = await this.#opened
    opened?.client.destroy()
  }

  #objectOf({ folder, name }: BlobKey): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.#settings
    return { Bucket: bucket, Key: `${prefix}${requireName(folder)}/${requireName(name)}` }
  }

  /** Whatever goes wrong between here and there is the store's failure. */
  async #ask<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    const opened = await this.#open()
    try {
      return await work(opened)
    } catch (error) {
      throw new BlobsUnavailable('the store of the bucket does not do as it is asked', { cause: error })
    }
  }

  #open(): Promise<Opened> {
    this.#opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.#client(sdk) }))
    return this.#opened
  }

  #client(sdk: Sdk): S3Client {
    const { endpoint, region, accessKey, secretKey } = this.#settings
    return new sdk.S3Client({
      region,
      // Buckets in the path: the one form that every store takes.
      forcePathStyle: true,
      // What it has to say comes with the error, and standard error is for log lines.
      logger: SILENT,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === '' ? {} : { endpoint }),
      ...(accessKey === '' ? {} : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    })
  }
}

function ignore(): void {}

const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }
