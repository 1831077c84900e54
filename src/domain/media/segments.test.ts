/** Compares the storage of segments, which are sent in any order and repeatedly, with a model. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { joined } from '../../../test/support/http/bytes.ts'
import { SUBTITLES } from '../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { DiskBlobs } from '../../blobs/disk.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { appendSegment } from './append-segment.ts'
import { beginUpload } from './begin-upload.ts'
import { eraseMedia } from './erase-media.ts'
import { ORIGINAL_NAMES, segmentsFolder } from './facts.ts'
import { finishUpload } from './finish-upload.ts'
import { openMedia } from './open-media.ts'
import { UploadRefused } from './refused.ts'
import type { MediaContext } from './tools.ts'

interface Sent {
  readonly index: number
  readonly bytes: Buffer
}

/** A simple model of an upload. The result is the bytes, or undefined when the upload is incomplete. */
class Model {
  readonly #segments: (Buffer | undefined)[] = []
  readonly #total: number

  constructor(total: number) {
    this.#total = total
  }

  /** Adds a segment. @returns true when the segment is accepted */
  append({ index, bytes }: Sent): boolean {
    const others = this.#segments.filter((_, other) => other !== index)
    const sum = others.reduce((size, each) => size + (each?.length ?? 0), bytes.length)
    if (bytes.length === 0 || sum > this.#total) return false
    this.#segments[index] = bytes
    return true
  }

  whole(): Buffer | undefined {
    const all = Array.from(this.#segments)
    const bytes = Buffer.concat(all.map((each) => each ?? Buffer.alloc(0)))
    return all.includes(undefined) || bytes.length !== this.#total ? undefined : bytes
  }
}

/** Subtitle files in shuffled segments, with other segments before them. Subtitles are stored without changes. */
const uploads = fc
  .record({ length: fc.integer({ min: SUBTITLES.length, max: 300 }), seed: fc.nat(), strays: fc.nat(3) })
  .chain(({ length, seed, strays }) => {
    const file = Buffer.concat([SUBTITLES, Buffer.alloc(length - SUBTITLES.length, `${seed}-`)])
    const piece = Math.max(1, Math.ceil(length / (1 + (seed % 6))))
    const segments = Array.from({ length: Math.ceil(length / piece) }, (_, index) => ({
      index,
      bytes: file.subarray(index * piece, (index + 1) * piece),
    }))
    const stray = fc.record({
      index: fc.nat(7),
      bytes: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    })
    return fc.record({
      total: fc.constantFrom(length, length, length, length + 1),
      sent: fc
        .tuple(
          fc.array(stray, { maxLength: strays }),
          fc.shuffledSubarray(segments, { minLength: segments.length - (seed % 7 === 0 ? 1 : 0) }),
        )
        .map(([before, after]): Sent[] => [...before, ...after]),
    })
  })

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`segments in any order produce the expected upload (${engine})`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const directory = await temporaryDirectory(t)
    const blobs = new DiskBlobs(join(directory, 'media'))
    const media = openMedia({
      blobs,
      stagingDirectory: join(directory, 'staging'),
      quotaMib: 100,
      random: systemRandom,
    })
    const context: MediaContext = { ...runtime.context, media }
    const { id: ownerId } = await createOneUser(context)
    const begin = (totalBytes: number) =>
      beginUpload(context, {
        ownerId,
        totalBytes,
        category: 'subtitles',
        additionalOwners: [],
        isShared: false,
      })
    const stored = async (folder: string) => {
      const reading = await blobs.read({ folder, name: ORIGINAL_NAMES['text/srt'] ?? '' })
      return reading === undefined ? undefined : await joined(reading.bytes)
    }

    await fc.assert(
      fc.asyncProperty(uploads, async ({ total, sent }) => {
        const model = new Model(total)
        const { id: mediaId, folder } = await begin(total)
        for (const { index: segmentIndex, bytes } of sent) {
          const file = await media.staging.of([bytes])
          const taken = await appendSegment(context, { ownerId, mediaId, segmentIndex, file }).then(
            () => true,
            (error: unknown) => !(error instanceof UploadRefused),
          )
          await file.discard()
          assert.equal(taken, model.append({ index: segmentIndex, bytes }))
        }
        const outcome = await finishUpload(context, { ownerId, mediaId }).then(
          () => 'whole',
          (error: unknown) => (error instanceof UploadRefused ? error.fault : error),
        )
        const whole = model.whole()
        const isSubtitles = whole?.subarray(0, SUBTITLES.length).equals(SUBTITLES) === true
        if (whole === undefined) assert.equal(outcome, 'segments-missing')
        else if (isSubtitles) assert.deepEqual([outcome, await stored(folder)], ['whole', whole])
      }),
      { numRuns: engine === 'sqlite' ? 60 : 25 },
    )

    await t.test('of three concurrent segments with the same index, one is stored', async () => {
      const { id: mediaId, folder } = await begin(SUBTITLES.length)
      const append = async () => {
        const file = await media.staging.of([SUBTITLES])
        await appendSegment(context, { ownerId, mediaId, segmentIndex: 0, file })
        await file.discard()
      }
      await Promise.all([append(), append(), append()])
      const [first, second] = await Promise.all([
        finishUpload(context, { ownerId, mediaId }),
        finishUpload(context, { ownerId, mediaId }),
      ])
      assert.deepEqual([first, await stored(folder)], [second, SUBTITLES])
      await eraseMedia(context, blobs, new AbortController().signal)
      assert.equal(await blobs.read({ folder: segmentsFolder(folder), name: '0' }), undefined)
    })
  })
}
