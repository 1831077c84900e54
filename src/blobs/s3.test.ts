import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blobContract } from '../../test/support/databases/blob-contract.ts'
import { jpeg } from '../../test/support/media/samples.ts'
import { MediaStage } from '../../test/support/media/stage.ts'
import { slowTest } from '../../test/support/part.ts'
import { startS3 } from '../../test/support/processes/s3-server.ts'
import { S3Blobs } from './s3.ts'

test('blobs in an S3 store', async (t) => {
  const { endpoint, bucket, accessKey, secretKey } = await startS3(t)
  const settings = { endpoint, bucket, accessKey, secretKey, region: 'us-east-1', prefix: 'sites/a/' }
  const blobs = new S3Blobs(settings)
  t.after(() => blobs.close())
  await blobContract(t, blobs)
})

slowTest('a server stores media in the bucket of its settings', async (t) => {
  const { endpoint, bucket, accessKey, secretKey } = await startS3(t)
  const stage = await MediaStage.open(t, {
    settings: {
      media_bucket: bucket,
      media_bucket_prefix: 'aviary/',
      media_bucket_endpoint: endpoint,
      media_bucket_key: accessKey,
      media_bucket_secret: secretKey,
    },
  })
  const { id: ownerId, as } = await stage.person()
  const picture = await jpeg({ width: 2_000, height: 1_000 })
  const { status, body } = await stage.inSegments(picture, as, 10_000)
  assert.equal(status, 201)
  const [medium] = await stage.take({ ownerId, mediaIds: [body.media_id] })
  const answer = await stage.get(medium?.media_url_https ?? '')
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
})

test('uploads get 503 while the bucket store cannot be reached, and succeed after a restart with the right address', async (t) => {
  const store = await startS3(t)
  const settings = {
    media_bucket: store.bucket,
    media_bucket_key: store.accessKey,
    media_bucket_secret: store.secretKey,
    media_bucket_endpoint: 'http://127.0.0.1:1',
  }
  const stage = await MediaStage.open(t, { settings })
  const { as } = await stage.person()
  const media = await jpeg({ width: 60, height: 40 })
  const answer = await stage.upload({ media }, as)
  assert.deepEqual([answer.status, answer.text.includes('"code":130')], [503, true])
  await stage.server.close()
  const here = { ...stage.server.config, media_bucket_endpoint: store.endpoint }
  const again = await MediaStage.open(t, { config: here })
  const person = await again.person()
  await again.uploaded(media, person.as)
})
