import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { marksOf, RelationStage } from '../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../test/support/relations/target-suite.ts'
import { relationOf } from '../../../domain/graph/relations.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { createReport, MAX_REPORTS_PER_DAY } from '../../../domain/reports/create-report.ts'
import { listReports } from '../../../domain/reports/list-reports.ts'

const PATH = '/1.1/users/report_spam.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`users/report_spam on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const { context } = stage
    const suite = { path: PATH } satisfies TargetSuite
    await targetSuite(t, stage, suite)
    await unknownUsers(t, stage, suite)

    await t.test(
      'spec/v1-streams-and-lists.md#other-calls: 200 the user, who is blocked unless perform_block is false',
      async () => {
        const [asker, spammer, other] = [await stage.person(), await stage.person(), await stage.person()]
        const user = await stage.done(`${PATH}?user_id=${spammer.id}`, asker.as)
        assert.deepEqual([user.id, marksOf(user)], [spammer.id, ['blocking']])
        const kept = await stage.done(`${PATH}?user_id=${other.id}&perform_block=false`, asker.as)
        assert.deepEqual([kept.id, marksOf(kept)], [other.id, []])
        assert.equal((await relationOf(context.store, asker.id, other.id)).blocking, false)
        assert.equal((await relationOf(context.store, asker.id, spammer.id)).blocking, true)
      },
    )

    await t.test('403/205 a report above the daily limit; the user is not blocked', async () => {
      const [asker, last] = [await stage.person(), await stage.person()]
      const { id: authorId } = await stage.person()
      for (let at = 0; at < MAX_REPORTS_PER_DAY; at += 1) {
        const { id } = await createPost(context, { authorId, text: `post ${at}` })
        await createReport(context, {
          reporterId: asker.id,
          subject: { postId: id },
          reason: 'spam',
        })
      }
      const answer = await stage.post(`${PATH}?user_id=${last.id}`, asker.as)
      assertError(answer, 403, 205, 'You are over the limit for spam reports.')
      assert.equal((await relationOf(context.store, asker.id, last.id)).blocking, false)
    })

    await t.test('spec/pages.md#reports: the operators see the report', async () => {
      const [asker, spammer] = [await stage.person(), await stage.person()]
      await stage.done(`${PATH}?user_id=${spammer.id}`, asker.as)
      const { items } = await listReports(context.store, { state: 'open', userId: spammer.id }, { count: 10 })
      assert.deepEqual(
        items.map(({ reporterId, reason, postId }) => [reporterId, reason, postId]),
        [[asker.id, 'spam', null]],
      )
    })

    await t.test('403/36 the caller reports itself', async () => {
      const asker = await stage.person()
      const answer = await stage.post(`${PATH}?user_id=${asker.id}`, asker.as)
      assertError(answer, 403, 36, 'You cannot report yourself for spam.')
    })
  })
}
