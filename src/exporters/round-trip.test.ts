/** Exports come in again, and go out as the same bytes. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres, slowTest } from '../../test/support/part.ts'
import type { Engine } from '../db/query.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { importUsersFile } from '../importers/users.ts'
import { POST_COLUMNS } from './columns/post-columns.ts'
import { exportPostsFile, type PostFormat } from './posts.ts'
import { exportUsersFile } from './users.ts'

const FIXTURES = fileURLToPath(new URL('../../test/fixtures/posts', import.meta.url))
/** The whole recorded files, where they are. */
const SHARED = fileURLToPath(new URL('../../../shared/data/tweets', import.meta.url))

/** Formats of posts that are imported again. */
const FORMATS: readonly PostFormat[] = ['v1', 'v2', 'v2-flat']

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  return {
    async importing(file: string) {
      const { rejected } = await importPostsFile(context, file, { data: config.data })
      assert.equal(rejected, 0, file)
    },
    async importingUsers(file: string) {
      const { rejected } = await importUsersFile(context, file, { data: config.data })
      assert.equal(rejected, 0, file)
    },
    /** The path of the file. */
    async exported(format: PostFormat) {
      const file = join(directory, `posts.${format}`)
      await exportPostsFile(store, file, { format, selection: { includesProtected: true } })
      return file
    },
    async exportedUsers() {
      const file = join(directory, 'users')
      await exportUsersFile(store, file)
      return file
    },
  }
}

async function assertSame(
  one: string,
  other: string,
  comparable = (line: string): string => line,
): Promise<void> {
  const [lines = [], others = []] = (await Promise.all([one, other].map(linesOf))).map((all) =>
    all.map(comparable),
  )
  for (const [at, line] of lines.entries()) assert.equal(others[at], line)
  assert.equal(others.length, lines.length)
}

const REPLIED_NAME = POST_COLUMNS.findIndex(({ name }) => name === 'in_reply_to_username')

/** Objects of API v2 have it only if the answered user is in the file or mentioned. The columns before it are ids. */
function withoutRepliedName(line: string): string {
  return line.split(',').toSpliced(REPLIED_NAME, 1).join(',')
}

async function linesOf(file: string): Promise<readonly string[]> {
  return (await readFile(file, 'utf8')).split('\n')
}

async function assertRoundTrips(t: TestContext, engine: Engine, files: readonly string[]): Promise<void> {
  const one = await place(t, engine)
  for (const file of files) await one.importing(file)
  const table = await one.exported('csv')
  for (const format of FORMATS) {
    const first = await one.exported(format)
    assert.ok((await linesOf(first)).length > 50)
    const other = await place(t, engine)
    await other.importing(first)
    await assertSame(first, await other.exported(format))
    // v1.1 has no annotations, polls and views of media.
    if (format !== 'v1') await assertSame(table, await other.exported('csv'), withoutRepliedName)
  }
  const users = await one.exportedUsers()
  const other = await place(t, engine)
  await other.importingUsers(users)
  assert.deepEqual(identities(await linesOf(await other.exportedUsers())), identities(await linesOf(users)))
}

/** Users without counts, which imports do not take over. */
function identities(lines: readonly string[]): object[] {
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { statuses_count: _, favourites_count: __, ...user } = JSON.parse(line) as Record<string, unknown>
      return user
    })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/exports.md#writing: an export comes in again equal, on ${engine}`, () => {
    test('an extract of the recorded posts', async (t) => {
      const files = ['recorded.jsonl.gz', 'v2.jsonl'].map((name) => join(FIXTURES, name))
      await assertRoundTrips(t, engine, files)
    })

    const skip = existsSync(SHARED) ? false : `there is no ${SHARED}: the fixtures are taken in its place`
    slowTest('all recorded posts', { skip }, async (t) => {
      const files = readdirSync(SHARED).filter((name) => name.endsWith('.jsonl.gz'))
      assert.equal(files.length, 6)
      await assertRoundTrips(
        t,
        engine,
        files.map((name) => join(SHARED, name)),
      )
    })
  })
}
