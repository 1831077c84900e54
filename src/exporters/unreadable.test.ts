import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { plantPosts, setContent } from '../../test/support/databases/planted.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { runMain } from '../../test/support/run-main.ts'
import { raw } from '../../test/support/tables.ts'
import { createOneUser } from '../../test/support/users.ts'
import type { Engine } from '../db/query.ts'
import { exportPostsFile } from './posts.ts'
import { exportUsersFile } from './users.ts'

/** Makes data in which one post and one user cannot be read, and other records refer to both. */
async function scene(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const author = await createOneUser(context)
  const stranger = await createOneUser(context)
  const texts = ['one', 'bad', 'repost', 'quote', 'two']
  const mention = { screen_name: stranger.screenName, name: '', id_str: String(stranger.id), indices: [0, 1] }
  const ids = await plantPosts(
    context,
    author.id,
    texts.map((text) => ({ text, user_mentions: text === 'two' ? [mention] : [] })),
  )
  const [, bad = 0n, repost = 0n, quote = 0n] = ids
  const [his = 0n] = await plantPosts(context, stranger.id, [{ text: 'of the stranger' }])
  await store.write(async (tx) => {
    await tx.run(raw(`update posts set reposted_id = ${bad} where id = ${repost}`), {})
    await tx.run(raw(`update posts set quoted_id = ${bad} where id = ${quote}`), {})
    await tx.run(raw(`update users set withheld_in_countries = '{"a' where id = ${stranger.id}`), {})
  })
  await setContent(store, repost, { text: 'repost' })
  await setContent(store, quote, { text: 'quote' })
  await setContent(store, bad, '{"text":')
  const place = ['--data', config.data, ...(config.database === '' ? [] : ['--database', config.database])]
  return { store, place, author, stranger, bad, repost, his, directory: await temporaryDirectory(t) }
}

async function linesIn(file: string): Promise<Record<string, unknown>[]> {
  return (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`exports of unreadable records, on ${engine}`, () => {
    test('one unreadable record does not stop an export: the other posts are exported, and the command names the record', async (t) => {
      const { store, place, bad, repost, his, directory } = await scene(t, engine)
      for (const format of ['v1', 'v2'] as const) {
        const file = join(directory, `${format}.jsonl`)
        const { code, out } = await runMain(['export', 'posts', file, '--format', format, ...place, '--json'])
        assert.equal(code, 1)
        const { exported, left_out, left_out_items: items } = JSON.parse(out)
        assert.deepEqual([exported, left_out], [3, 3])
        assert.deepEqual(
          items.map(({ item }: { item: string }) => item).toSorted(),
          [bad, repost, his].map((id) => `post ${id}`).toSorted(),
        )
        const texts = (await linesIn(file)).map(
          ({ full_text: text, data }) => text ?? (data as { text: string }).text,
        )
        assert.deepEqual(texts, ['one', 'quote', 'two'])
      }
      await assert.rejects(exportPostsFile(store, join(directory, 'strict.jsonl')), SyntaxError)
    })

    test('one unreadable record does not stop an export: the other users are exported, and the command names the record', async (t) => {
      const { store, place, author, stranger, directory } = await scene(t, engine)
      const file = join(directory, 'users.jsonl')
      const { code, out } = await runMain(['export', 'users', file, ...place])
      assert.equal(code, 1)
      assert.match(out, /^Wrote 1 users to /)
      assert.match(out, new RegExp(`Left out 1 unreadable users.*\n  user ${stranger.id}: `))
      assert.deepEqual(
        (await linesIn(file)).map(({ id_str: id }) => id),
        [String(author.id)],
      )
      await assert.rejects(exportUsersFile(store, join(directory, 'strict.jsonl')), SyntaxError)
    })
  })
}
