import assert from 'node:assert/strict'
import { explaining } from '../../../../test/support/databases/plans.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { FIRST_SNOWFLAKE, firstSnowflakeAt, snowflakeTime } from '../../../lib/ids/snowflake.ts'
import { insertPosts, type NewPost } from '../write/store-posts.ts'
import { highestIdBefore, latestTimeOfId, lowestIdSince, postTime, timeOfId } from './early-posts.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BEGINNING = Date.UTC(2010, 8, 20)
const COUNT = 1_000

function row(authorId: bigint, id: bigint, createdAt: number): NewPost {
  const content = { text: 'early', source: { name: 'web' }, lang: 'en' }
  return {
    id,
    authorId,
    createdAt,
    initialId: id,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: id,
    content,
    geo: undefined,
    textKey: String(id),
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`decision 0087: bounds of ids for times from before November 2010, when ids contained no time, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { id: authorId } = await createOneUser(context)
    const early = Array.from({ length: COUNT }, (_, number) => {
      const time = BEGINNING + number * HOUR_MS
      // Every third record has a date without a time, as in archives.
      const createdAt = number % 3 === 0 ? Math.floor(time / DAY_MS) * DAY_MS : time
      return row(authorId, 25_000_000_000n + BigInt(number * 1_000), createdAt)
    })
    const late = Array.from({ length: COUNT }, (_, number) => {
      const id = firstSnowflakeAt(Date.UTC(2010, 10, 6) + number * HOUR_MS)
      return row(authorId, id, snowflakeTime(id))
    })
    const posts = [...early, ...late]
    // No event: only this test reads these rows.
    await store.writeAlone((tx) => insertPosts(tx, posts))

    await t.test('all posts in the range of times are inside the bounds, with few other posts', async () => {
      const times = fc.integer({ min: BEGINNING - 2 * DAY_MS, max: Date.UTC(2010, 10, 20) })
      await fc.assert(
        fc.asyncProperty(times, async (time) => {
          const [lowest, highest] = [await lowestIdSince(store, time), await highestIdBefore(store, time)]
          for (const post of posts) {
            const at = postTime(post)
            if (at >= time) assert.ok(post.id >= lowest, `${post.id} is since ${time}`)
            else assert.ok(post.id <= highest, `${post.id} is before ${time}`)
          }
          const isFar = (post: NewPost) => Math.abs(postTime(post) - time) > 3 * DAY_MS
          const far = early.filter(isFar)
          assert.ok(far.filter(({ id, createdAt }) => createdAt < time && id >= lowest).length <= 1)
          assert.ok(far.filter(({ id, createdAt }) => createdAt > time && id <= highest).length <= 1)
        }),
        { numRuns: byPart(20, 200) },
      )
    })

    await t.test(
      'an early id has the time of the next post, and a later id the time that it contains',
      async () => {
        const [, second, third] = early
        assert.ok(second !== undefined && third !== undefined)
        assert.equal(await timeOfId(store, second.id), second.createdAt)
        assert.equal(await timeOfId(store, second.id + 1n), third.createdAt)
        assert.equal(await latestTimeOfId(store, second.id), second.createdAt + DAY_MS)
        const [first] = late
        assert.ok(first !== undefined)
        assert.equal(await latestTimeOfId(store, first.id), first.createdAt)
        assert.equal(await timeOfId(store, FIRST_SNOWFLAKE - 1n), snowflakeTime(0n))
      },
    )

    await t.test('each bound needs one index lookup', async () => {
      const { reader, plans } = explaining(store, engine)
      const time = BEGINNING + 100 * HOUR_MS
      await lowestIdSince(reader, time)
      await highestIdBefore(reader, time)
      assert.equal(plans.length, 2)
      for (const plan of plans) {
        assert.match(plan, /posts_early/)
        assert.doesNotMatch(plan, /Seq Scan|SCAN posts(?! USING)|TEMP B-TREE|Sort/)
      }
    })
  })
}
