/** Results of compliance jobs are complete, even if other changes occur between the steps of the work. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { type Engine, query } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import type { Context } from '../context.ts'
import { createPost } from '../posts/write/create-post.ts'
import { deletePost } from '../posts/write/delete-post.ts'
import { createJob, downloadLines, findJob, workOnJobs } from './jobs.ts'
import { storeUpload } from './store-upload.ts'

async function open(t: TestContext, engine: Engine) {
  const { context } = await testRuntime(t, await freshConfig(t, engine))
  const { id: ownerId } = await createOneUser(context)
  const { appId } = await createTestApp(context)
  const { id: deleted } = await createPost(context, { authorId: ownerId, text: 'not for long' })
  await deletePost(context, { postId: deleted })
  const job = async () =>
    (await createJob(context, { appId, subject: 'tweets', name: '', isResumable: false })).id
  const statusOf = async (id: bigint) => (await findJob(context.store, id, context.clock.now()))?.status
  return { context, deleted, job, statusOf }
}

async function workOnAll({ store }: Pick<Context, 'store'>): Promise<void> {
  while (await workOnJobs({ store })) {
    // Continues with the next piece: a part of the ids of a job.
  }
}

async function resultOf(context: Context, id: bigint): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const text of downloadLines(context, id)) lines.push(...text.split('\n').filter(Boolean))
  return lines.map((line) => JSON.parse(line).id)
}

/**
 * A store that calls `then` after the read with a given number, before it returns the result of that read.
 */
function interrupted(inner: Store, read: number, then: () => Promise<void>): Store {
  let reads = 0
  return new Proxy(inner, {
    get(target, name) {
      if (name !== 'first') {
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      const first: Store['first'] = async (query, parameters) => {
        const row = await target.first(query, parameters)
        reads += 1
        if (reads === read) await then()
        return row
      }
      return first
    },
  })
}

for (const engine of ENGINES) {
  test(`spec/batch-compliance.md#jobs: a job is complete when all of its pieces were looked up, on ${engine}`, async (t) => {
    const { context, deleted, job, statusOf } = await open(t, engine)
    const { store } = context

    await t.test(
      'a job whose upload occurs between the query for pieces and the query for finished jobs stays in progress',
      async () => {
        const id = await job()
        await workOnJobs({ store: interrupted(store, 1, () => storeUpload(context, id, [[deleted]])) })
        assert.equal(await statusOf(id), 'in_progress')
        await workOnAll(context)
        assert.equal(await statusOf(id), 'complete')
        assert.deepEqual(await resultOf(context, id), [String(deleted)])
      },
    )

    await t.test('a job without ids completes with an empty result', async () => {
      const id = await job()
      await storeUpload(context, id, [])
      await workOnAll(context)
      assert.equal(await statusOf(id), 'complete')
      assert.deepEqual(await resultOf(context, id), [])
    })

    await t.test('an unfinished job does not block a finished one', async () => {
      const [first, second] = [await job(), await job()]
      await storeUpload(context, second, [[deleted]])
      assert.equal(await workOnJobs(context), true)
      const store = interrupted(context.store, 1, () => storeUpload(context, first, [[deleted]]))
      await workOnJobs({ store })
      assert.deepEqual([await statusOf(first), await statusOf(second)], ['in_progress', 'complete'])
      await workOnAll(context)
    })

    await t.test('a result with a piece that was not looked up is refused', async () => {
      const id = await job()
      await storeUpload(context, id, [[deleted]])
      await assert.rejects(resultOf(context, id), { reason: 'job-not-complete' })
      // No event: the test changes the table directly.
      await store.write((tx) => tx.run(completeAnyway, { id }))
      await assert.rejects(resultOf(context, id), { reason: 'job-not-complete' })
    })
  })
}

const completeAnyway = query<{ id: bigint }>()(
  (_, p) => sql`update compliance_jobs set status = 'complete' where id = ${p('id')}`,
)
