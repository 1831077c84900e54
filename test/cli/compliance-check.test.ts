/**
 * Tests `aviary compliance check` (spec/id-lists.md#exit-codes). Scripts depend on its output and exit codes.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Engine } from '../../src/db/query.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { scrubGeo } from '../../src/domain/posts/state/scrub-geo.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { ENGINES, freshConfig, migratedConfig, testRuntime } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { createUsers } from '../support/users.ts'

async function open(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, close } = await testRuntime(t, config)
  const [author, other] = (await createUsers(context, 2)) as [User, User]
  const post = async (user: User, text: string) => (await createPost(context, { authorId: user.id, text })).id
  const ids = {
    kept: await post(author, 'stays'),
    deleted: await post(author, 'goes'),
    suspended: await post(other, 'goes too'),
    withheld: await post(author, 'not in Germany'),
  }
  await deletePost(context, { postId: ids.deleted })
  await changeUserState(context, { userId: other.id, action: 'suspend' })
  await changePostState(context, { postId: ids.withheld, action: 'withhold', countries: ['DE'] })
  const file = join(config.data, 'held.txt')
  const settings = ['--data', config.data, ...(config.database === '' ? [] : ['--database', config.database])]
  const run = (...words: string[]) => runMain(['compliance', 'check', ...words, ...settings])
  const command = (...words: string[]) => runMain([...words, ...settings])
  const held = (content: string | Buffer) => writeFileSync(file, content)
  return { config, context, close, author, other, ids, file, run, command, held }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`compliance check: the exit code is 0 only when all input was read and nothing must be deleted, on ${engine}`, async (t) => {
    const { file, run, held, ids, close, other } = await open(t, engine)
    await close()

    await t.test('0 when all input was read and nothing must be deleted', async () => {
      held(`# what we hold\n${ids.kept}\n123\n\n${ids.kept}\n`)
      const { code, out } = await run('--ids', file)
      assert.equal(code, 0)
      assert.equal(out, 'Checked 2 ids: 0 to delete, 1 available, 1 unknown.\nIgnored 1 duplicates.\n')
    })

    await t.test('1 when something must be deleted, with the reason', async () => {
      held(`tweet_id,score\n${ids.kept},0.5\n${ids.deleted},0.1\n${ids.suspended},0.2\n123,0.3\n`)
      const { code, out } = await run('--ids', file)
      assert.equal(code, 1)
      assert.match(out, new RegExp(`^${ids.deleted}\tdelete\tdeleted$`, 'm'))
      assert.match(out, new RegExp(`^${ids.suspended}\tdelete\tsuspended$`, 'm'))
      assert.match(out, /^Checked 4 ids: 2 to delete, 1 available, 1 unknown\.$/m)
    })

    await t.test(
      '1 when something must be deleted and lines are unreadable; the result is not complete',
      async () => {
        held(`${ids.deleted}\nnonsense\n`)
        const { code, out } = await run('--ids', file, '--json')
        const result = JSON.parse(out)
        assert.deepEqual(
          [code, result.exit_code, result.complete, result.checked, result.unreadable, result.to_delete],
          [1, 1, false, 1, 1, 1],
        )
        assert.deepEqual(
          result.redactions.map(({ id, action, reason }: Record<string, string>) => [id, action, reason]),
          [[String(ids.deleted), 'delete', 'deleted']],
        )
        assert.match(result.redactions[0].created_at, /Z$/)
      },
    )

    await t.test('3 when a part of the input was unreadable', async () => {
      held(`${ids.kept}\nnonsense\n`)
      const { code, out } = await run('--ids', file)
      assert.equal(code, 3)
      assert.match(out, /^unreadable 2: "nonsense" is not an id$/m)
      assert.match(out, /^Incomplete: unreadable input was not checked\.$/m)
    })

    await t.test('3 when nothing was read', async () => {
      for (const nothing of ['', '\n', '# only this\n', '[]', 'tweet_id\n', '{"limit":{"track":1}}\n']) {
        held(nothing)
        const { code, out } = await run('--ids', file)
        assert.deepEqual([code, out], [3, 'Found no ids, so nothing was checked.\n'], JSON.stringify(nothing))
      }
      assert.equal((await run('--ids', `${file}.missing`)).code, 3)
    })

    await t.test('3 for ids that a spreadsheet rounded', async () => {
      held('4.9E+17\n')
      const named = await run('--ids', file)
      assert.equal(named.code, 3)
      assert.match(named.out, /a spreadsheet has rounded these ids; export the column as text/)
      held(Array.from({ length: 12 }, (_, index) => `4908288000000${10 + index}000`).join('\n'))
      const refused = await run('--ids', file)
      assert.equal(refused.code, 3)
      assert.match(
        refused.out,
        /^Refused: a spreadsheet has rounded these ids; export the column as text\. Nothing was checked\.$/m,
      )
    })

    await t.test('2 for wrong usage, even for a table with two columns of ids', async () => {
      held(`${ids.kept},${ids.deleted}\n`)
      assert.equal((await run('--ids', file)).code, 2)
      assert.equal((await run('--ids', file, '--column', '1')).code, 0)
      assert.equal((await run('--ids', file, '--column', '2')).code, 1)
      assert.equal((await run('--ids', file, '--type', 'posts')).code, 2)
      assert.equal((await run()).code, 2)
    })

    await t.test('a gzipped list of users is checked', async () => {
      held(gzipSync(`${Array.from({ length: 1_000 }, (_, index) => index + 1).join('\n')}\n${other.id}`))
      const users = await run('--ids', file, '--type', 'users', '--json')
      const { redactions, checked, unknown } = JSON.parse(users.out)
      assert.deepEqual([users.code, redactions.length, checked, unknown], [1, 1, 1_001, 1_000])
    })

    await t.test('withheld posts are listed with their countries and need no deletion', async () => {
      held(`${ids.withheld}\n`)
      const { code, out } = await run('--ids', file)
      assert.deepEqual(
        [code, out],
        [
          0,
          `${ids.withheld}\twithheld\twithheld\tDE\nChecked 1 ids: 0 to delete, 1 withheld in some countries.\n`,
        ],
      )
    })

    await t.test('a server that has none of the ids gives no verdict', async () => {
      held('5\n6\n')
      const { code, out } = await run('--ids', file)
      assert.equal(code, 0)
      assert.match(out, /^No verdict: this server has none of these ids\.$/m)
    })
  })

  test(`compliance check --report: the report has a date and a result for each id, on ${engine}`, async (t) => {
    const { config, context, file, run, command, held, ids, close, author, other } = await open(t, engine)
    await scrubGeo(context, { userId: author.id, upToId: ids.kept })
    await close()
    const report = join(config.data, 'report.json')
    const unknown = join(config.data, 'unknown.txt')
    const content = `${ids.kept}\n${ids.deleted}\n${ids.suspended}\n123\n${ids.kept}\nnonsense\n`
    held(content)
    assert.equal((await run('--ids', file, '--report', report, '--unknown', unknown)).code, 1)
    const first = JSON.parse(readFileSync(report, 'utf8'))

    await t.test('the report has the facts of the check, and each id with its reason', async () => {
      assert.equal(first.input.sha256, createHash('sha256').update(content).digest('hex'))
      assert.equal(first.input.bytes, content.length)
      assert.match(first.made_at, /^\d{4}-\d\d-\d\dT.*Z$/)
      assert.match(first.log_position, /^[1-9]\d*$/)
      assert.match(first.server_id, /^[0-9a-f]{32}$/)
      assert.deepEqual(
        first.ids.map(({ id, action, reason }: Record<string, string>) => [id, action, reason]),
        [
          ['123', 'none', 'unknown'],
          [String(ids.kept), 'scrub_geo', 'scrub_geo'],
          [String(ids.deleted), 'delete', 'deleted'],
          [String(ids.suspended), 'delete', 'suspended'],
        ],
      )
      const { checked, duplicates, to_delete, scrub_geo, unreadable, complete, exit_code } = first
      assert.deepEqual(
        {
          checked,
          duplicates,
          to_delete,
          scrub_geo,
          unreadable,
          complete,
          exit_code,
          unknown: first.unknown,
        },
        {
          checked: 4,
          duplicates: 1,
          to_delete: 2,
          scrub_geo: 1,
          unreadable: 1,
          complete: false,
          exit_code: 1,
          unknown: 1,
        },
      )
      assert.deepEqual(first.unreadable_lines, [{ place: '6', reason: '"nonsense" is not an id' }])
      assert.equal(readFileSync(unknown, 'utf8'), '123\n')
    })

    await t.test(
      'a second report has the same server id and a greater position, and restored objects must be undeleted',
      async () => {
        assert.equal((await command('user', 'unsuspend', other.screenName)).code, 0)
        copyFileSync(report, `${report}.old`)
        const { code, out } = await run('--ids', `${report}.old`, '--report', report)
        assert.equal(code, 1, out)
        const again = JSON.parse(readFileSync(report, 'utf8'))
        assert.equal(again.server_id, first.server_id)
        assert.ok(BigInt(again.log_position) > BigInt(first.log_position))
        assert.deepEqual([again.to_undelete, again.to_delete, again.checked], [1, 1, 4])
        assert.match(out, new RegExp(`^${ids.suspended}\tundelete\tavailable$`, 'm'))
      },
    )

    await t.test(
      'a refused check writes no report, and the exit code is 3 if the report cannot be written',
      async () => {
        held(`${ids.kept},${ids.deleted}\n`)
        const other = join(config.data, 'other.json')
        assert.equal((await run('--ids', file, '--report', other)).code, 2)
        assert.equal(existsSync(other), false)
        assert.deepEqual(
          readdirSync(config.data).filter((name) => name.endsWith('.partial')),
          [],
        )
        assert.equal((await run('--ids', file, '--report', join(config.data, 'no', 'such'))).code, 3)
      },
    )
  })

  test(`compliance check: files of many formats that contain ids, on ${engine}`, async (t) => {
    const config = await migratedConfig(t, engine)
    const settings = [
      '--data',
      config.data,
      ...(config.database === '' ? [] : ['--database', config.database]),
    ]
    const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/id-lists/${name}`, import.meta.url))
    const run = (...words: string[]) => runMain([...words, ...settings])
    assert.equal((await run('import', 'posts', fixture('20-held-tweets.jsonl'))).code, 0)
    assert.equal((await run('post', 'delete', '490828800000000001')).code, 0)
    for (const name of ['19-held-quoted.txt', '19-held-scores.csv', '20-held-tweets.jsonl']) {
      const { code, out } = await run('compliance', 'check', '--ids', fixture(name))
      assert.equal(code, 1, name)
      assert.match(out, /^490828800000000001\tdelete\tdeleted$/m)
      assert.match(out, /^Checked 2 ids: 1 to delete, 1 available\.$/m)
    }
  })
}
