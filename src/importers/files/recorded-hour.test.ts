import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { tarBytes } from '../../../test/support/files/tar-bytes.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

const FIRST_ID = 490_828_800_000_000_000n
const MINUTES = 6
const POSTS_PER_MINUTE = 400

for (const engine of ENGINES) {
  test(`spec/data-files.md#spritzer: an hour of minutes in a tar file is imported, with deletion notices, a repeated minute and a truncated minute, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { context, store } = await testRuntime(t, config, new TestClock())
    const file = join(config.data, 'hour.tar')
    const minutes = Array.from({ length: MINUTES }, (_, minute) => gzipSync(linesOf(minute)))
    const cut = minutes[MINUTES - 1]?.subarray(0, 2_000) ?? Buffer.alloc(0)
    const [first = cut] = minutes
    const members = [...minutes.slice(0, -1), first, cut]
    await writeFile(file, tarBytes(members.map((bytes, index) => [`0${index}.json.gz`, bytes])))
    const run = async () => {
      const inputs = await findInputs([file])
      const { tally } = await importFiles(context, inputs, undefined, {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      return tally.state
    }
    const whole = (MINUTES - 1) * POSTS_PER_MINUTE
    const { kinds, faults, counted } = await run()
    assert.deepEqual([faults.length, counted['limit']], [1, MINUTES])
    assert.ok(kinds.posts.imported >= (whole * 3) / 4)
    const found = await findPosts(
      store,
      Array.from({ length: whole }, (_, number) => idOf(number)),
    )
    // Every fourth post is deleted. Half of the notices are in an earlier minute than their posts.
    const expected = Array.from({ length: whole }, (_, number) => number).filter((number) => number % 4 !== 0)
    assert.deepEqual([...found.keys()].toSorted(), expected.map(idOf))
    const again = await run()
    assert.equal(again.kinds.posts.imported, 0)
  })
}

function idOf(number: number): bigint {
  return FIRST_ID + BigInt(number)
}

/**
 * The posts of a minute. Notices that delete posts of this minute follow these posts; notices for the next minute
 * precede its posts.
 */
function linesOf(minute: number): string {
  const numbers = Array.from({ length: POSTS_PER_MINUTE }, (_, index) => minute * POSTS_PER_MINUTE + index)
  const lines = numbers.flatMap((number) => {
    const next = number + POSTS_PER_MINUTE
    const deletions = [number % 8 === 0 ? number : undefined, next % 8 === 4 ? next : undefined]
    return [
      JSON.stringify(postOf(number)),
      ...deletions.flatMap((one) => (one === undefined ? [] : deletionOf(one))),
    ]
  })
  const before = minute === 0 ? numbers.filter((number) => number % 8 === 4).map(deletionOf) : []
  return [...before, ...lines, '{"limit":{"track":12}}', ''].join('\r\n')
}

function postOf(number: number) {
  const id_str = String(idOf(number))
  const user = { id: 11, id_str: '11', screen_name: 'ann', name: 'Ann' }
  return { id_str, created_at: 'Sun Jul 20 12:00:00 +0000 2014', text: `post ${number}`, user }
}

function deletionOf(number: number): string {
  return `{"delete":{"status":{"id":${idOf(number)},"user_id":11},"timestamp_ms":"1"}}`
}
