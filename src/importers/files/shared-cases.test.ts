/** Every input of public bug reports that is imported gives its right value on both engines. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { checkList } from '../../compliance-check/check-list.ts'
import { Tally as CheckTally, MUST_DELETE, type Outcome } from '../../compliance-check/tally.ts'
import type { Engine } from '../../db/query.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { importArchive } from '../archive/archive.ts'
import type { ArchiveReport } from '../archive/archive-report.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

const CASES = fileURLToPath(new URL('../../../../shared/cases', import.meta.url))
const skip = existsSync(CASES) ? false : `there is no ${CASES}`

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const media = mediaToolsOf(config, context)
  const lines = async (file: string) =>
    (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const run = async (name: string) => {
    const archives: ArchiveReport[] = []
    const { tally, rejects } = await importFiles(context, await findInputs([join(CASES, name)]), undefined, {
      data: config.data,
      stdin: Readable.from([]),
      importArchive: async ({ path }) => {
        archives.push(await importArchive(context, path, { data: config.data, media }))
      },
    })
    const [posts, users, follows] = ['posts', 'users', 'follows'].map((kind) => join(folder, kind)) as [
      string,
      string,
      string,
    ]
    await exportPostsFile(store, posts)
    await exportUsersFile(store, users)
    await exportFollowsFile(store, follows)
    const objects = async (file: string) => (await lines(file)).map((line) => JSON.parse(line))
    return {
      posts: (await objects(posts)).map(({ full_text }): string => full_text),
      names: (await objects(users)).map(({ screen_name }): string => screen_name).toSorted(),
      follows: await lines(follows),
      rejected: tally.rejected,
      rows: rejects === undefined ? [] : await lines(rejects),
      archive: archives[0],
    }
  }
  return { context, run }
}

type Result = Awaited<ReturnType<Awaited<ReturnType<typeof place>>['run']>>

/** Posts of a case, or a closer look. */
const EXPECTED: Readonly<Record<string, number | ((result: Result) => void)>> = {
  '01-archive-note': ({ posts }) => assert.ok(posts.some((text) => text.endsWith('zebrafinch.'))),
  '02-archive-community': 2,
  '03-archive-untold': ({ archive }) =>
    assert.deepEqual([archive?.kinds.mutes?.imported, archive?.kinds.group_messages?.imported], [1, 1]),
  '04-archive-grailbird': 3,
  '05-archive-old-dm': ({ archive }) => assert.equal(archive?.kinds.messages?.imported, 2),
  '06-archive-windows.zip': 1,
  '07-archive-two-folders.zip': 1,
  '08-archive-media': ({ archive }) => assert.deepEqual(archive?.media?.imported, 1),
  '09-stream-hour.json': 1,
  '10-search-page.json': 2,
  '11-glued.json': 2,
  '12-mongoexport.json': 1,
  '13-surrogate-bytes.json': ({ posts }) => assert.ok(posts.length === 1 && posts[0]?.includes('\u{1f49b}')),
  '14-users-list.json': ({ names }) => assert.deepEqual(names, ['spritz_a', 'spritz_b']),
  '15-users-v2-page.jsonl': ({ names }) => assert.deepEqual(names, ['v_two']),
  '16-follows.csv': ({ follows }) => assert.equal(follows.length, 2),
  '17-gnip-activity.json': 1,
  '18-note-page.jsonl': ({ posts }) => assert.ok(posts.some((text) => /quokkaland\.$/.test(text))),
  '24-nul-in-profile.json': ({ names }) => assert.deepEqual(names, ['spritz_a']),
  '25-archive-semicolon': 1,
}

for (const engine of ENGINES) {
  describe(`cases of public bug reports on ${engine}`, { skip }, () => {
    for (const [name, expected] of Object.entries(EXPECTED)) {
      test(name, async (t) => {
        const result = await (await place(t, engine)).run(name)
        if (typeof expected === 'number') assert.equal(result.posts.length, expected)
        else expected(result)
        const rejected = Object.values(result.archive?.kinds ?? {}).reduce(
          (sum, kind) => sum + kind.rejected,
          result.rejected,
        )
        assert.equal(rejected, 0)
      })
    }

    test('23-rejected-list.json: a row for each rejected object', async (t) => {
      const { rejected, rows } = await (await place(t, engine)).run('23-rejected-list.json')
      assert.equal(rejected, 2)
      assert.deepEqual(
        rows.map((row) => row.split('\t').length),
        [3, 3],
      )
    })

    test('19 and 20: lists with quotes and scores, and posts themselves, name the deleted post', async (t) => {
      const { context, run } = await place(t, engine)
      assert.equal((await run('20-held-tweets.jsonl')).posts.length, 2)
      await deletePost(context, { postId: 490828800000000001n })
      for (const name of ['19-held-quoted.txt', '19-held-scores.csv', '20-held-tweets.jsonl']) {
        const tally = new CheckTally()
        const found: Outcome[] = []
        const input = { file: join(CASES, name), subject: 'tweets', column: undefined } as const
        await checkList(context, input, tally, {
          read: () => undefined,
          begin: async () => undefined,
          outcome: async (outcome) => void found.push(outcome),
        })
        assert.deepEqual(
          found.flatMap(({ id, action }) => (action === 'delete' ? [id] : [])),
          ['490828800000000001'],
          name,
        )
        assert.equal(tally.exitCode, MUST_DELETE)
      }
    })
  })
}
