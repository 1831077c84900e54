/** Opens the blob store of the settings. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { requireOptionalPackage } from '../lib/package/optional-package.ts'
import { type BlobSnapshots, NO_BLOB_SNAPSHOTS } from './blob-snapshots.ts'
import { DiskBlobs } from './disk.ts'
import { DiskSnapshots } from './disk-snapshots.ts'
import { S3Blobs } from './s3.ts'
import type { BlobStore } from './store.ts'

/** Directories inside of the data directory. Backups include only media; staged files are temporary. */
const MEDIA_DIRECTORY = 'media'
const STAGING_DIRECTORY = 'staging'

export type BlobSettings = Pick<
  Config,
  | 'data'
  | 'media_bucket'
  | 'media_bucket_prefix'
  | 'media_bucket_endpoint'
  | 'media_bucket_region'
  | 'media_bucket_key'
  | 'media_bucket_secret'
>

/**
 * Opens a store on disk, or in a bucket (S3) if the settings name one. This function neither connects to a
 * store nor creates a directory.
 * @throws {Error} when the client library for buckets is not installed
 */
export function openBlobs(settings: BlobSettings): BlobStore {
  if (settings.media_bucket === '') return new DiskBlobs(join(settings.data, MEDIA_DIRECTORY))
  requireOptionalPackage('@aws-sdk/client-s3', 'the setting media_bucket')
  return new S3Blobs({
    bucket: settings.media_bucket,
    prefix: settings.media_bucket_prefix,
    endpoint: settings.media_bucket_endpoint,
    region: settings.media_bucket_region,
    accessKey: settings.media_bucket_key,
    secretKey: settings.media_bucket_secret,
  })
}

/**
 * Opens the snapshots of the blobs that the settings name.
 * @param copies directory of the copies
 */
export function openBlobSnapshots(settings: BlobSettings, copies: string): BlobSnapshots {
  if (settings.media_bucket !== '') return NO_BLOB_SNAPSHOTS
  return new DiskSnapshots(join(settings.data, MEDIA_DIRECTORY), copies)
}

/** The directory for uploads that are in progress. */
export function stagingDirectory({ data }: Pick<Config, 'data'>): string {
  return join(data, STAGING_DIRECTORY)
}
