/** Tests imports on a machine whose clock differs from the real time by years (decision 0138). */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test as onSqlite, type TestContext } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../test/support/archive/write-archive.ts'
import { ENGINES, migratedConfig, temporaryDirectory } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { openRuntime } from '../../runtime.ts'
import { importArchive } from '../archive/archive.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

const RIGHT = Date.UTC(2026, 10, 26)

const post = (id: string, created_at: string) =>
  JSON.stringify({ id_str: id, created_at, text: `post ${id}`, user: { id_str: '11', screen_name: 'ann' } })

const POSTS = [
  post('490828800000000001', 'Sun Jul 20 12:00:00 +0000 2014'),
  post('1293336393937846272', 'Wed Aug 12 00:00:00 +0000 2020'),
].join('\n')

/** A data directory with files; each import into it can use another clock. */
async function place(t: TestContext, engine: (typeof ENGINES)[number]) {
  const config = await migratedConfig(t, engine)
  const folder = await temporaryDirectory(t)
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const files = {
    posts: await write('posts.jsonl', POSTS),
    early: await write('early.txt', '1 9\n2 9\n'),
    late: await write('late.txt', '3 9\n4 9\n'),
  }
  const at = async (time: number, names: readonly (keyof typeof files)[]) => {
    const runtime = await openRuntime(config, { manner: 'command', clock: new TestClock(time) })
    try {
      const inputs = await findInputs(names.map((name) => files[name]))
      const { tally, rejects } = await importFiles(runtime.context, inputs, undefined, {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      const follows = join(folder, `follows-${time}-${names.join('-')}.txt`)
      await exportFollowsFile(runtime.store, follows)
      const edges = (await readFile(follows, 'utf8')).split('\n').filter((line) => /^\d/.test(line))
      const { posts } = tally.state.kinds
      const rows = rejects === undefined ? '' : await readFile(rejects, 'utf8')
      return { posts: posts.imported, skipped: posts.skipped, rejected: tally.rejected, rows, edges }
    } finally {
      await runtime.close()
    }
  }
  return { config, at, folder }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`decision 0138: an import with a wrong clock on ${engine}`, () => {
    test('with a clock that is years behind, later posts are rejected with a message that has the time of the clock, and are imported after the correction', async (t) => {
      const { at } = await place(t, engine)
      const wrong = await at(Date.UTC(2015, 0, 2), ['posts', 'early'])
      assert.deepEqual([wrong.posts, wrong.rejected], [1, 1])
      assert.match(
        wrong.rows,
        /the post 1293336393937846272 is of 2020-08-12, which is in the future: the clock of this machine is at 2015-01-02/,
      )
      const right = await at(RIGHT, ['posts', 'late'])
      assert.deepEqual([right.posts, right.skipped, right.rejected], [1, 1, 0])
      assert.deepEqual(right.edges, ['1 9', '2 9', '3 9', '4 9'])
    })

    test('with a clock that is years ahead, all objects are imported; an import after the correction of the clock adds new objects, and no object twice', async (t) => {
      const { at } = await place(t, engine)
      const wrong = await at(Date.UTC(2041, 0, 2), ['posts', 'early'])
      assert.deepEqual([wrong.posts, wrong.rejected, wrong.edges], [2, 0, ['1 9', '2 9']])
      const right = await at(RIGHT, ['posts', 'early', 'late'])
      assert.deepEqual([right.posts, right.skipped, right.rejected], [0, 2, 0])
      // The positions from the first import contain the time of the wrong clock.
      assert.deepEqual(right.edges, ['3 9', '4 9', '1 9', '2 9'])
    })
  })
}

for (const time of [0, Date.UTC(2000, 0, 1), Date.UTC(2090, 0, 1)]) {
  const day = new Date(time).toISOString()
  onSqlite(
    `decision 0138: if the clock is at ${day}, which ids cannot contain, an import ends before it writes`,
    async (t) => {
      const { config, at, folder } = await place(t, 'sqlite')
      const refusal = new RegExp(`the clock of this machine is at ${day}, which ids cannot contain; set it`)
      await assert.rejects(at(time, ['posts', 'early']), refusal)
      const archive = await writeArchive(join(folder, 'archive'), 11n, {})
      const runtime = await openRuntime(config, { manner: 'command', clock: new TestClock(time) })
      const options = { data: config.data, media: mediaToolsOf(config, runtime.context) }
      await assert.rejects(importArchive(runtime.context, archive, options), refusal)
      await runtime.close()
      assert.deepEqual((await at(RIGHT, ['posts', 'early'])).posts, 2)
    },
  )
}
