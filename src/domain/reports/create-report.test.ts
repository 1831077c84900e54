import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { sharedServer, startTestServer } from '../../../test/support/server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Context } from '../context.ts'
import { createPost } from '../posts/write/create-post.ts'
import { closeReport } from './close-report.ts'
import { createReport, MAX_REPORTS_PER_DAY } from './create-report.ts'
import { listReports } from './list-reports.ts'
import { MAX_REPORT_TEXT, requireReport } from './report.ts'
import { trimReports } from './trim-reports.ts'

const HOUR_MS = 3_600_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`spec/pages.md#reports: reports on ${engine}`, () => {
    const shared = sharedServer({ engine })

    test('a second report about an object within a day returns the first report if the first report is open', async () => {
      const { context } = await shared()
      const [one, other] = await two(context)
      const report = () =>
        createReport(context, { reporterId: one, subject: { userId: other }, reason: 'spam' })
      const first = await report()
      const again = await Promise.all([report(), report()])
      assert.deepEqual([...again.map(({ id }) => id)], [first.id, first.id])
      await closeReport(context, { reportId: first.id, note: 'no spam' })
      assert.notEqual((await report()).id, first.id)
    })

    test('a report about any version of a post has the id of the first version', async () => {
      const { context } = await shared()
      const [one, other] = await two(context)
      const { id, initialId } = await createPost(context, { authorId: other, text: 'a cat' })
      const { postId, userId } = await createReport(context, {
        ...{ reporterId: one, subject: { postId: id }, reason: 'other', comment: 'a cat?' },
      })
      assert.deepEqual([postId, userId], [initialId, other])
    })

    test('the limit counts the reports that a user made in 24 hours, including concurrent reports', async () => {
      const server = await shared()
      const clock = new TestClock(Date.now())
      const context = { ...server.context, clock }
      const [one, other] = await two(context)
      const posts = []
      for (let at = 0; at <= MAX_REPORTS_PER_DAY + 1; at += 1)
        posts.push((await createPost(context, { authorId: other, text: `post ${at}` })).id)
      const report = (postId: bigint) =>
        createReport(context, { reporterId: one, subject: { postId }, reason: 'spam' })
      const results = await Promise.allSettled(posts.slice(0, -1).map(report))
      assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
      const last = must(posts.at(-1), 'a post')
      await assert.rejects(report(last), { reason: 'reports-too-many' })
      clock.advance(25 * HOUR_MS)
      await report(last)
    })

    test('reports about unknown objects, reports by users about themselves, and texts that cannot be stored are refused', async () => {
      const { context } = await shared()
      const [one, other] = await two(context)
      const report = (subject: { userId: bigint } | { postId: bigint }, comment = '') =>
        createReport(context, { reporterId: one, subject, reason: 'spam', comment })
      await assert.rejects(report({ userId: 1n }), { reason: 'user-not-found' })
      await assert.rejects(report({ postId: 1n }), { reason: 'post-not-found' })
      await assert.rejects(report({ userId: one }), { reason: 'reports-oneself' })
      for (const comment of ['x'.repeat(MAX_REPORT_TEXT + 1), 'a\0b', '\ud800'])
        await assert.rejects(report({ userId: other }, comment), { reason: 'report-invalid' })
      const { comment } = await report({ userId: other }, '😀'.repeat(MAX_REPORT_TEXT))
      assert.equal([...comment].length, MAX_REPORT_TEXT)
    })

    test('closed reports are deleted after the configured days, and open reports stay', async (t) => {
      const { context } = await startTestServer(t, { engine })
      const [one, other] = await two(context)
      const { id: postId } = await createPost(context, { authorId: other, text: 'a cat' })
      const base = { reporterId: one, reason: 'spam' } as const
      const open = await createReport(context, { ...base, subject: { postId } })
      const closed = await createReport(context, { ...base, subject: { userId: other } })
      await closeReport(context, { reportId: closed.id, note: 'no spam' })
      const at = (hours: number) => ({
        store: context.store,
        clock: new TestClock(context.clock.now() + hours * HOUR_MS),
      })
      assert.equal(await trimReports(at(23), 1), 0)
      assert.equal(await trimReports(at(25), 1), 1)
      const { items } = await listReports(context.store, { state: 'all' }, { count: 10 })
      assert.deepEqual(
        items.map(({ id }) => id),
        [open.id],
      )
      await assert.rejects(requireReport(context.store, closed.id), { reason: 'report-not-found' })
    })
  })
}

async function two(context: Context): Promise<readonly [bigint, bigint]> {
  const [one, other] = await createUsers(context, 2)
  return [must(one, 'a user').id, must(other, 'a user').id]
}
