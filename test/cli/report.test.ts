/**
 * Tests that `aviary report …` does the same as the page of reports at the operator's desk
 * (spec/console.md#reports).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { createReport } from '../../src/domain/reports/create-report.ts'
import { openRuntime } from '../../src/runtime.ts'
import { migratedConfig } from '../support/engines.ts'
import { runMain } from '../support/run-main.ts'
import { createOneUser } from '../support/users.ts'

test('report list, show, close and reopen work, and the audit log has the actions', async (t) => {
  const config = await migratedConfig(t, 'sqlite')
  const { context, close } = await openRuntime(config, { manner: 'command' })
  const [author, reporter] = [await createOneUser(context), await createOneUser(context)]
  const { id: postId } = await createPost(context, { authorId: author.id, text: 'a cat' })
  const base = { reporterId: reporter.id, reason: 'spam' } as const
  const report = await createReport(context, { ...base, subject: { postId }, comment: 'two\nlines' })
  await createReport(context, { ...base, subject: { userId: author.id } })
  await close()
  const run = (...words: string[]) => runMain([...words, '--data', config.data])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)

  const { out } = await run('report', 'list', '--post', String(postId))
  assert.match(
    out,
    new RegExp(
      `^${report.id} \\S+ spam post ${postId} of @${author.screenName} by @${reporter.screenName}: two lines\n$`,
    ),
  )
  assert.equal((await json('report', 'list', '--user', author.screenName)).reports.length, 2)
  assert.match((await run('report', 'list', '--count', '1')).err, /add --after \d+ for the next page/)
  const shown = await json('report', 'show', String(report.id))
  assert.deepEqual([shown.text, shown.comment, shown.closed_at], ['a cat', 'two\nlines', null])
  const closed = await json('report', 'close', String(report.id), '--note', 'no spam')
  assert.deepEqual([closed.closed_by, closed.note], ['command line', 'no spam'])
  const again = await run('report', 'close', String(report.id), '--note', 'no spam')
  assert.deepEqual([again.code, /closed already/.test(again.err)], [1, true])
  assert.equal((await json('report', 'list', '--state', 'closed')).reports.length, 1)
  assert.equal((await json('report', 'reopen', String(report.id), '--note', 'it is')).closed_at, null)
  const audit = await json('audit', 'list', '--subject', `report:${report.id}`)
  assert.deepEqual(
    audit.entries.map(({ action, reason }: Record<string, string>) => [action, reason]),
    [
      ['report.reopen', 'it is'],
      ['report.close', 'no spam'],
    ],
  )
})

test('wrong arguments end with the exit code 2, and unknown reports with 1', async (t) => {
  const config = await migratedConfig(t, 'sqlite')
  await (await openRuntime(config, { manner: 'command' })).close()
  const run = (...words: string[]) => runMain(['report', ...words, '--data', config.data])
  for (const words of [
    ['list', '--state', 'old'],
    ['list', '--reason', 'boring'],
    ['list', '--post', 'x'],
    ['show', 'x'],
    ['close', '1', '--note', ' '],
    ['close', '1'],
  ])
    assert.equal((await run(...words)).code, 2, words.join(' '))
  const unknown = await run('show', '1')
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /there is no report with the id 1; "aviary report list --state all" lists/)
})
