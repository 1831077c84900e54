import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import type { Credentials } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { gif, jpeg, mp4, png, SUBTITLES, webp } from '../../../../test/support/media/samples.ts'
import {
  type MediaAnswer,
  MediaStage,
  UPLOAD_PATH,
  type UploadBody,
} from '../../../../test/support/media/stage.ts'
import { slow, slowOnPostgres, slowTest } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { takeForPost } from '../../../domain/media/attach.ts'
import type { UploadFault } from '../../../domain/media/facts.ts'
import { UPLOAD_ERRORS } from '../_errors.ts'

const SMALL = { width: 40, height: 30 }
const MIB = 1024 * 1024

function assertFault({ status, text }: MediaAnswer, fault: UploadFault, subject = ''): void {
  const { status: expected, message } = UPLOAD_ERRORS[fault]
  const error = message.replace('{name}', subject)
  assert.deepEqual([status, JSON.parse(text)], [expected, { request: UPLOAD_PATH, error }])
}

/**
 * The members of a body that are the same for each upload. The expiry must be about one day. It is not compared
 * exactly, because the system clock advances during the test.
 */
function facts({ media_id, media_id_string, expires_after_secs, ...rest }: UploadBody): object {
  assert.equal(String(media_id), media_id_string)
  const left = Number(expires_after_secs)
  assert.ok(left > 86_000 && left <= 86_400, `${left} seconds`)
  return rest
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`media/upload on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { as } = await stage.person()
    const begun = async (total_bytes: number, more = {}) =>
      (await stage.upload({ command: 'INIT', total_bytes, ...more }, as)).body.media_id
    const append = (media_id: bigint, segment_index: number | string, media: Buffer, who: Credentials = as) =>
      stage.upload({ command: 'APPEND', media_id, segment_index, media }, who)
    const finalize = (media_id: bigint) => stage.upload({ command: 'FINALIZE', media_id }, as)

    await t.test(
      'spec/media.md#upload Simple: 200; the type in the response is that of the bytes',
      async () => {
        for (const [media, image_type] of [
          [await jpeg(SMALL), 'image/jpeg'],
          [await png(SMALL), 'image/png'],
          [await webp(SMALL), 'image/webp'],
          [await gif(SMALL), 'image/gif'],
        ] as const) {
          const { status, body, text } = await stage.upload({ media }, as)
          assert.equal(status, 200, text)
          assert.deepEqual(facts(body), {
            size: BigInt(media.length),
            image: { image_type, w: 40n, h: 30n },
          })
        }
      },
    )

    await t.test(
      'spec/clients.md#requests: base64 in a form or a part, parameters in the query',
      async () => {
        const bytes = await jpeg(SMALL)
        const asForm = await stage.postForm(UPLOAD_PATH, as, { media_data: bytes.toString('base64') })
        assert.equal(asForm.status, 200, asForm.text)
        // The client twit sends base64 in the part `media`, too.
        const asMedia = await stage.postForm(UPLOAD_PATH, as, { media: bytes.toString('base64') })
        assert.equal(asMedia.status, 200, asMedia.text)
        const asPart = await stage.upload({ media_data: Buffer.from(bytes.toString('base64')) }, as)
        assert.deepEqual([asPart.status, asPart.body['size']], [200, BigInt(bytes.length)])
        const query = `?command=INIT&total_bytes=${bytes.length}&media_type=image%2Fjpeg`
        const init = await stage.send('POST', `${UPLOAD_PATH}${query}`, as)
        assert.equal(init.status, 202)
        const { media_id } = init.body
        assert.equal((await append(media_id, 0, bytes)).status, 204)
        const end = await stage.send('POST', `${UPLOAD_PATH}?command=FINALIZE&media_id=${media_id}`, as)
        assert.equal(end.status, 201)
      },
    )

    await t.test('spec/media.md#upload INIT, APPEND, FINALIZE, STATUS: 202, 204, 201, 200', async () => {
      const video = mp4({ width: 320, height: 240, durationMs: 2_000, data: 100_000 })
      const wishes = { media_type: 'video/mp4', media_category: 'tweet_video' }
      const answer = await stage.inSegments(video, as, 30_000, wishes)
      assert.equal(answer.status, 201, answer.text)
      const { media_id, media_id_string } = answer.body
      assert.deepEqual(facts(answer.body), {
        size: BigInt(video.length),
        video: { video_type: 'video/mp4' },
      })
      const again = await finalize(media_id)
      assert.deepEqual([again.status, again.body.media_id], [201, media_id])
      assert.deepEqual(facts(again.body), facts(answer.body))
      const status = await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=${media_id_string}`, as)
      assert.deepEqual(
        [status.status, status.body['processing_info']],
        [200, { state: 'succeeded', progress_percent: 100n }],
      )
    })

    await t.test('segments may be sent in any order; a repeated segment replaces the first', async () => {
      const picture = await png({ width: 300, height: 200 })
      const half = Math.ceil(picture.length / 2)
      const media_id = await begun(picture.length)
      assert.equal((await append(media_id, 1, picture.subarray(half))).status, 204)
      assert.equal((await append(media_id, 0, Buffer.alloc(half))).status, 204)
      assert.equal((await append(media_id, 0, picture.subarray(0, half))).status, 204)
      assert.equal((await finalize(media_id)).status, 201)
      assertFault(await append(media_id, 0, picture.subarray(0, half)), 'upload-closed')
    })

    await t.test(
      '400/8 FINALIZE before all segments are sent; the missing segments can be sent afterwards',
      async () => {
        const picture = await png({ width: 300, height: 200 })
        const media_id = await begun(picture.length)
        assertFault(await finalize(media_id), 'segments-missing')
        await append(media_id, 1, picture)
        assertFault(await finalize(media_id), 'segments-missing')
        const status = await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=${media_id}`, as)
        assert.deepEqual(status.body['processing_info'], { state: 'pending', check_after_secs: 5n })
        const other = await begun(picture.length)
        await append(other, 0, picture.subarray(0, 100))
        assertFault(await finalize(other), 'segments-missing')
        await append(other, 1, picture.subarray(100))
        assert.equal((await finalize(other)).status, 201)
      },
    )
    await t.test('400/9 more bytes than announced; earlier segments are kept', async () => {
      const picture = await jpeg(SMALL)
      const media_id = await begun(picture.length)
      await append(media_id, 0, picture)
      assertFault(await append(media_id, 1, Buffer.alloc(1)), 'segments-too-many')
      assertFault(await append(media_id, 0, Buffer.concat([picture, picture])), 'segments-too-many')
      assert.equal((await finalize(media_id)).status, 201)
    })
    await t.test('400/7 an index that is not 0 to 999', async () => {
      const media_id = await begun(5)
      for (const index of ['1000', '-1', 'a', '']) {
        assertFault(await append(media_id, index, Buffer.alloc(5)), 'segment-index-invalid')
      }
      assert.equal((await append(media_id, 999, Buffer.alloc(5))).status, 204)
    })
    await t.test('413/2 a segment above 5 MiB', async () => {
      const media_id = await begun(10 * MIB)
      assertFault(await append(media_id, 0, Buffer.alloc(5 * MIB + 1)), 'segment-too-large')
      assert.equal((await append(media_id, 0, Buffer.alloc(5 * MIB))).status, 204)
    })
    await t.test('413/1 an image above 5 MiB, and an INIT of 1 GiB', slow, async () => {
      const large = Buffer.concat([await jpeg(SMALL), Buffer.alloc(5 * MIB)])
      assertFault(await stage.upload({ media: large }, as), 'too-large')
      const init = await stage.upload({ command: 'INIT', total_bytes: 2 ** 30 }, as)
      assertFault(init, 'too-large')
    })
    await t.test('400/6 an INIT without a size, or with an invalid size', async () => {
      for (const total_bytes of ['', '0', '-5', 'many', '1e3']) {
        assertFault(await stage.upload({ command: 'INIT', total_bytes }, as), 'size-missing')
      }
    })
    await t.test('400/1 an empty file', async () => {
      assertFault(await stage.upload({ media: Buffer.alloc(0) }, as), 'media-missing')
      assertFault(await stage.send('POST', UPLOAD_PATH, as), 'media-missing')
      assertFault(await append(await begun(5), 0, Buffer.alloc(0)), 'media-missing')
    })

    await t.test('400/2 spec/media.md#upload-errors: bytes of an unsupported type', async () => {
      for (const text of [
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        '<!doctype html><script>alert(1)</script>',
        'MZ\x90\0',
        'PK\x03\x04',
        '%PDF-1.7',
        '\0',
        '\0\0\0\x20ftypavif',
      ]) {
        assertFault(await stage.upload({ media: Buffer.from(text, 'latin1') }, as), 'type-unrecognized')
      }
    })
    await t.test('400/3 a type that does not fit the category', async () => {
      const video = mp4({ width: 320, height: 240, durationMs: 2_000 })
      for (const [media, media_category] of [
        [video, 'tweet_image'],
        [await jpeg(SMALL), 'dm_video'],
        [SUBTITLES, 'tweet_image'],
        [SUBTITLES, ''],
      ] as const) {
        assertFault(await stage.upload({ media, media_category }, as), 'type-mismatch')
      }
      const subtitles = await stage.upload({ media: SUBTITLES, media_category: 'subtitles' }, as)
      assert.equal(subtitles.status, 200)
    })
    await t.test('400/4 an unknown category; both spellings of known categories are accepted', async () => {
      assertFault(
        await stage.upload({ media: await jpeg(SMALL), media_category: 'x' }, as),
        'category-unknown',
      )
      await stage.uploaded(await jpeg(SMALL), as, { media_category: 'TweetImage' })
    })
    await t.test('400/5 an unknown command', async () => {
      assertFault(await stage.upload({ command: 'DESTROY', media: await jpeg(SMALL) }, as), 'command-unknown')
      assertFault(await stage.upload({ command: 'constructor' }, as), 'command-unknown')
      assertFault(await stage.get(`${UPLOAD_PATH}?command=INIT`, as), 'command-unknown')
    })
    await t.test('400/10 a picture or video that is too small or too large', async () => {
      assertFault(
        await stage.upload({ media: await png({ width: 2, height: 300 }) }, as),
        'dimensions-invalid',
      )
      const video = mp4({ width: 8, height: 8, durationMs: 2_000 })
      assertFault(await stage.upload({ media: video }, as), 'dimensions-invalid')
    })
    await t.test('400/11 a video without a duration, or longer than ten minutes', async () => {
      for (const durationMs of [0, 600_001]) {
        const video = mp4({ width: 320, height: 240, durationMs })
        assertFault(await stage.upload({ media: video }, as), 'duration-invalid')
      }
    })
    await t.test('400/12 a file that begins like a picture or video but cannot be decoded', async () => {
      const picture = await png({ width: 400, height: 400 })
      for (const media of [
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
        picture.subarray(0, picture.length - 60),
        Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20)]),
        mp4({ width: 320, height: 240, durationMs: 2_000 }).subarray(0, 100),
        Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'),
      ]) {
        assertFault(await stage.upload({ media }, as), 'not-decodable')
      }
    })
    await t.test('400/13 an upload that is unknown, or of another user', async () => {
      const other = await stage.person()
      const media_id = await begun(5)
      assertFault(await append(media_id, 0, Buffer.alloc(5), other.as), 'upload-not-found')
      assertFault(await append(5n, 0, Buffer.alloc(5)), 'upload-not-found')
      assertFault(await finalize(5n), 'upload-not-found')
      const status = `${UPLOAD_PATH}?command=STATUS&media_id=${media_id}`
      assertFault(await stage.get(status, other.as), 'upload-not-found')
      assertFault(await stage.get(`${UPLOAD_PATH}?command=STATUS`, as), 'upload-not-found')
    })
    await t.test('400/14 a segment for a finished upload', async () => {
      const media_id = await stage.uploaded(await jpeg(SMALL), as)
      assertFault(await append(media_id, 0, Buffer.alloc(5)), 'upload-closed')
    })
    await t.test('400/15 a failed upload stays failed, and STATUS has the reason', async () => {
      const media_id = await begun(5)
      await append(media_id, 0, Buffer.alloc(5))
      assertFault(await finalize(media_id), 'type-unrecognized')
      assertFault(await finalize(media_id), 'upload-failed')
      const { body } = await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=${media_id}`, as)
      assert.deepEqual(body['processing_info'], {
        state: 'failed',
        error: { code: 3n, name: 'UnsupportedMedia', message: 'media type unrecognized.' },
      })
    })
    await t.test('400/17 a media_id that is not a number', async () => {
      const finished = await stage.upload({ command: 'FINALIZE', media_id: 'x' }, as)
      assertFault(finished, 'parameter-invalid', 'media_id')
      const status = await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=x`, as)
      assertFault(status, 'parameter-invalid', 'media_id')
    })
    await t.test('400/18 invalid base64, and a truncated body', async () => {
      assertFault(await stage.postForm(UPLOAD_PATH, as, { media_data: '<script>' }), 'request-malformed')
      assertFault(await stage.upload({ media_data: Buffer.from('<script>') }, as), 'request-malformed')
      const broken = await stage.send('POST', UPLOAD_PATH, as, '--a\r\n', {
        'content-type': 'multipart/form-data; boundary=a',
      })
      assertFault(broken, 'request-malformed')
    })
    await t.test('413/1 a body beyond the limits, in parts or as a form', slow, async () => {
      assertFault(await stage.upload({ media: Buffer.alloc(15 * MIB + 1) }, as), 'too-large')
      assertFault(await stage.upload({ media: Buffer.alloc(16 * MIB + 1) }, as), 'too-large')
      assertFault(await stage.postForm(UPLOAD_PATH, as, { media_data: 'A'.repeat(8 * MIB) }), 'too-large')
    })
  })
}

slowTest(
  'spec/media.md#lifetime: the lifetime begins with INIT, and every step returns the remaining time',
  async (t) => {
    const clock = new TestClock()
    const stage = await MediaStage.open(t, { clock })
    const { as, id: ownerId } = await stage.person()
    const picture = await jpeg(SMALL)
    const steps = { command: 'INIT', total_bytes: picture.length }
    const begun = await stage.upload(steps, as)
    assert.equal(begun.body['expires_after_secs'], 86_400n)
    const { media_id } = begun.body
    assert.equal((await stage.upload({ media: picture }, as)).body['expires_after_secs'], 86_400n)
    const status = async () =>
      (await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=${media_id}`, as)).body['expires_after_secs']
    clock.set(clock.now() + 3_600_000)
    assert.equal(await status(), 82_800n)
    await stage.upload({ command: 'APPEND', media_id, segment_index: 0, media: picture }, as)
    clock.advance(1_800_500)
    const finish = async () =>
      (await stage.upload({ command: 'FINALIZE', media_id }, as)).body['expires_after_secs']
    assert.equal(await finish(), 81_000n)
    clock.advance(500)
    assert.deepEqual([await finish(), await status()], [80_999n, 80_999n])
    // An upload that is attached to a post does not expire, but its number of seconds decreases to 0. The post has a
    // fixed id, because the server makes no ids after the clock has advanced so far.
    const shown = { ownerId, mediaIds: [media_id], postId: 7n, now: clock.now() }
    await stage.context.store.write((tx) => takeForPost(tx, shown))
    clock.set(clock.now() + 86_400_000)
    assert.equal(await status(), 0n)
  },
)

test('403/1 the storage of a user is limited, and unfinished uploads count', async (t) => {
  const stage = await MediaStage.open(t, { settings: { media_quota_mib: '1' } })
  const { as } = await stage.person()
  const init = (total_bytes: number) => stage.upload({ command: 'INIT', total_bytes }, as)
  assert.equal((await init(MIB - 100)).status, 202)
  assertFault(await init(101), 'storage-full')
  assertFault(await stage.upload({ media: await jpeg(SMALL) }, as), 'storage-full')
  const other = await stage.person()
  await stage.uploaded(await jpeg(SMALL), other.as)
})

test('spec/limits.md#v11-limits: each step has its own budget', async (t) => {
  const stage = await MediaStage.open(t, { settings: { limits: 'documented' } })
  const { as } = await stage.person()
  const limitOf = ({ headers }: MediaAnswer) => [
    headers.get('x-rate-limit-limit'),
    headers.get('x-rate-limit-remaining'),
  ]
  const picture = await jpeg(SMALL)
  assert.deepEqual(limitOf(await stage.upload({ media: picture }, as)), ['415', '414'])
  const init = await stage.upload({ command: 'INIT', total_bytes: picture.length }, as)
  assert.deepEqual(limitOf(init), ['200', '199'])
  const { media_id } = init.body
  const segment = await stage.upload({ command: 'APPEND', media_id, segment_index: 0, media: picture }, as)
  assert.deepEqual(limitOf(segment), ['20000', '19999'])
  assert.deepEqual(limitOf(await stage.upload({ command: 'FINALIZE', media_id }, as)), ['615', '614'])
  const status = await stage.get(`${UPLOAD_PATH}?command=STATUS&media_id=${media_id}`, as)
  assert.deepEqual(limitOf(status), ['1000', '999'])
})

slowTest('a small file with 900 million pixels is refused before it is decoded', async (t) => {
  const stage = await MediaStage.open(t)
  const { as } = await stage.person()
  const media = claiming(await png(SMALL), 30_000)
  assertFault(await stage.upload({ media }, as), 'dimensions-invalid')
})

/** A copy of a PNG whose header has another width and height. */
function claiming(picture: Buffer, side: number): Buffer {
  const copy = Buffer.from(picture)
  copy.writeUInt32BE(side, 16)
  copy.writeUInt32BE(side, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

slowTest('a GIF with more than 1,000 frames is refused, even if the file is small', async (t) => {
  const stage = await MediaStage.open(t)
  const { as } = await stage.person()
  await stage.uploaded(flicker(1_000), as)
  assertFault(await stage.upload({ media: flicker(1_001) }, as), 'dimensions-invalid')
})

/** A GIF of 4 by 4 pixels. Each frame draws one pixel. */
function flicker(frames: number): Buffer {
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  const head = Buffer.from('47494638396104000400800000000000ffffff', 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')])
}
