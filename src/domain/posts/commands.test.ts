/** Combinations of post commands. Random sequences are compared with a simple model, and commands run concurrently. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { PostModel, type PostStep, postSteps } from '../../../test/support/models/post-model.ts'
import { assertPostsAreWhole } from '../../../test/support/models/post-tables.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Runtime } from '../../runtime.ts'
import { findFullUsers } from '../accounts/find-users.ts'
import { findPosts } from './read/find-posts.ts'
import { likesOf, repostsOf, userTimeline } from './read/timelines.ts'
import { cleanUpDeleted } from './state/clean-up-deleted.ts'

const USERS = 4

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`posts on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    await t.test('commands in sequence match a simple model', () =>
      fc.assert(
        fc.asyncProperty(postSteps(USERS, 6, 40), async (steps) => {
          const model = new PostModel((await createUsers(runtime.context, USERS)).map(({ id }) => id))
          for (const step of steps) {
            const { is, must } = await model.perform(runtime.context, step)
            assert.equal(is, must, JSON.stringify(step))
          }
          await cleanUpDeleted(runtime.context)
          await assertIsAs(runtime, model)
          await assertPostsAreWhole(runtime.store)
        }),
        { numRuns: engine === 'sqlite' ? 40 : 12 },
      ),
    )
    await crowds(t, [runtime], 12)
  })
}

test('counters are exact when two processes write posts concurrently on postgres', async (t) => {
  const config = await freshConfig(t, 'postgres')
  await crowds(t, [await testRuntime(t, config), await testRuntime(t, config)], 6)
})

async function crowds(t: TestContext, processes: readonly Runtime[], numRuns: number): Promise<void> {
  await t.test('counters are exact after concurrent commands', () =>
    fc.assert(
      fc.asyncProperty(fc.array(postSteps(USERS, 4, 30), { minLength: 2, maxLength: 4 }), async (lanes) => {
        const [first] = processes
        const { context, store } = must(first, 'a process')
        const ids = (await createUsers(context, USERS)).map(({ id }) => id)
        const model = new PostModel(ids)
        for (let user = 0; user < USERS; user++) await model.perform(context, writing(user))
        await Promise.all(
          lanes.flatMap((steps, lane) =>
            steps.map((step) =>
              model.perform(must(processes[lane % processes.length], 'a process').context, step),
            ),
          ),
        )
        await assertPostsAreWhole(store)
        await cleanUpDeleted(context)
        await assertPostsAreWhole(store)
      }),
      { numRuns },
    ),
  )
}

function writing(user: number): PostStep {
  return { kind: 'write', user, answers: undefined, quotes: undefined }
}

/** Compares all data that can be read with the model. */
async function assertIsAs({ store }: Runtime, model: PostModel): Promise<void> {
  const users = await findFullUsers(store, model.users)
  for (const user of model.users) {
    const timeline = model.timeline(user)
    assert.deepEqual(await userTimeline(store, { userId: user, count: 200 }), timeline)
    assert.equal(users.get(user)?.statusesCount, timeline.length)
    const likes = model.likes.filter((like) => like.user === user).map(({ post }) => post)
    assert.equal(users.get(user)?.favouritesCount, likes.length)
    const newest = likes.map((id) => model.find(id)?.ids.at(-1) ?? id).sort((a, b) => (a > b ? -1 : 1))
    assert.deepEqual(await likesOf(store, { userId: user, count: 200 }), newest)
  }
  for (const id of model.written) {
    const model_post = model.find(id)
    const post = (await findPosts(store, [id])).get(id)
    assert.equal(post === undefined, model_post === undefined)
    if (post === undefined || model_post === undefined) continue
    const { retweets, replies, likes, quotes } = post.counts
    assert.deepEqual({ retweets, replies, likes, quotes }, model.counts(model_post))
    assert.equal(post.latestId, model_post.ids.at(-1))
    assert.equal((await repostsOf(store, { postId: id, count: 200 })).length, retweets)
  }
}
