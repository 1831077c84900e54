import assert from 'node:assert/strict'
import { atTime } from '../../../test/support/at-time.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import { createApp } from '../apps/create-app.ts'
import { addAppToProject, createProject } from '../apps/projects/projects.ts'
import { countPosts, deleteCountedPosts, reservePosts } from './counted-posts.ts'
import { dayOf } from './period.ts'
import { addUsage, usageAccountOf, usageThisMonth } from './usage.ts'

const DAY_MS = 86_400_000

function range(from: number, to: number): readonly bigint[] {
  return Array.from({ length: to - from }, (_, index) => BigInt(from + index))
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2.md#month-cap: a post counts once in a UTC day and project, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const processes = [await testRuntime(t, config), await testRuntime(t, config)] as const
    const [{ context, store }, { store: other }] = processes
    const { id: ownerId } = await createOneUser(context)
    const { id: projectId } = await createProject(context, { name: 'p', ownerId })
    const accountOf = async (name: string) => {
      const { appId } = await createApp(context, { name, ownerId, permissions: 'read' })
      await addAppToProject(context, projectId, appId)
      return usageAccountOf(store, appId, '2')
    }
    const [first, second] = [await accountOf('a'), await accountOf('b')]
    const now = context.clock.now()
    const used = (at = now) => usageThisMonth(store, first, at)

    await t.test('concurrent calls of two apps and processes count each post once', async () => {
      const calls = Array.from({ length: 12 }, (_, index) =>
        countPosts(
          index % 2 === 0 ? store : other,
          index % 3 === 0 ? first : second,
          now,
          range(index, index + 50),
        ),
      )
      await Promise.all(calls)
      assert.equal(await used(), 61)
      assert.equal(await reservePosts(store, second, now, range(1, 61)), 60)
      assert.equal(await used(), 61)
    })

    await t.test(
      'posts that were counted already are returned even at the monthly cap, and other posts only up to the cap',
      async () => {
        const posts = first.cap - (await used()) - 3
        await addUsage(store, [{ account: first, day: dayOf(now), posts }])
        // Ten posts that are counted already and three posts that the cap allows, in turn; one post that
        // exceeds the cap; and ten posts that are not returned, because they follow it.
        const ids = [
          ...range(0, 5),
          ...range(100, 102),
          ...range(5, 10),
          ...range(102, 104),
          ...range(10, 20),
        ]
        assert.equal(await reservePosts(other, first, now, ids), 13)
        assert.equal(await used(), first.cap)
        assert.equal(await reservePosts(store, first, now, range(200, 210)), 0)
        assert.equal(await reservePosts(store, first, now, range(100, 103)), 3)
        await countPosts(store, first, now, range(200, 202))
        assert.equal(await used(), first.cap + 2)
      },
    )

    await t.test(
      'posts are counted again a day later, and the ids of the day before are deleted',
      async () => {
        const later = now + DAY_MS
        const before = await used(later)
        await countPosts(store, first, later, range(0, 700))
        assert.equal(await used(later), before + 700)
        const rows = async () =>
          (await store.rows(everyDay, {})).map(({ day, posts }) => ({ day, posts: Number(posts) }))
        assert.equal((await rows()).length, 2)
        await deleteCountedPosts(store, atTime(context, later).clock)
        assert.deepEqual(await rows(), [{ day: dayOf(later), posts: 700 }])
        await deleteCountedPosts(store, atTime(context, later + DAY_MS).clock)
        assert.deepEqual(await rows(), [])
      },
    )
  })
}

const everyDay = query()((k) =>
  k
    .selectFrom('counted_posts')
    .select((eb) => ['day' as const, eb.fn.countAll<number>().as('posts')])
    .groupBy('day')
    .orderBy('day'),
)
