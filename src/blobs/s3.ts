/**
 * Stores blobs as objects of an S3-compatible bucket, with the official client. The client is loaded when it is first
 * used, because loading it takes longer than the rest of the start of a server.
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
  /** Prefix of every key, such as `aviary/`. */
  readonly prefix: string
  /** URL of the store; empty for the default URL of the AWS region. */
  readonly endpoint: string
  readonly region: string
  /** Access key. If the access key and `secretKey` are empty, the client uses its default credentials. */
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

  async put(key: BlobKey, file: StagedFile): Promise<void> {
    const at = this.#objectOf(key)
    await this.#call(async ({ sdk, client }) => {
      const Body = createReadStream(file.path)
      await client.send(new sdk.PutObjectCommand({ ...at, Body, ContentLength: file.size }))
    })
  }

  async read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined> {
    const at = this.#objectOf(key)
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    return this.#call(async ({ sdk, client }) => {
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

  async erase(key: BlobKey): Promise<void> {
    const at = this.#objectOf(key)
    await this.#call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(at)))
  }

  async eraseFolder(folder: string): Promise<void> {
    const { bucket: Bucket, prefix } = this.#settings
    const Prefix = `${prefix}${requireName(folder)}/`
    for (;;) {
      const { Contents = [], IsTruncated } = await this.#call(({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix })),
      )
      // Blobs are deleted one by one, because the bulk call requires checksums that some stores do not support.
      for (const { Key } of Contents) {
        await this.#call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })))
      }
      if (IsTruncated !== true || Contents.length === 0) return
    }
  }

  /** Closes the connections to the store. */
  async close(): Promise<void> {
    const opened = await this.#opened
    opened?.client.destroy()
  }

  #objectOf({ folder, name }: BlobKey): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.#settings
    return { Bucket: bucket, Key: `${prefix}${requireName(folder)}/${requireName(name)}` }
  }

  /** Runs `work`. @throws {BlobsUnavailable} for every error of `work` */
  async #call<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    const opened = await this.#open()
    try {
      return await work(opened)
    } catch (error) {
      throw new BlobsUnavailable('the bucket store failed', { cause: error })
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
      // The bucket name is part of the path, because all stores support this form.
      forcePathStyle: true,
      // The log of the client is off: errors already contain the details, and standard error is reserved for log lines.
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
