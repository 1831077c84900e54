import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../test/support/part.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { once } from '../db/query.ts'
import { must } from '../lib/assert.ts'
import type { Clock } from '../lib/time/clock.ts'
import { Activity } from './activity.ts'
import { loadNetwork } from './load.ts'
import { castOf, loadPosts } from './load-posts.ts'
import { WATCH_MS } from './plan-posts.ts'
import { uniformOf } from './random.ts'

const USERS = 300

/** Number of plans for one or two days. */
const WATCHES = byPart(4, 8)

/** Numbers of posts and other objects of each kind. */
const kinds = once<Record<'remarks' | 'replies' | 'quotes' | 'reposts' | 'likes' | 'edits' | 'seen', number>>(
  () => sql`select
    (select count(*) from posts where reposted_id is null and quoted_id is null and in_reply_to_post_id is null) as remarks,
    (select count(*) from posts where in_reply_to_post_id is not null) as replies,
    (select count(*) from posts where quoted_id is not null) as quotes,
    (select count(*) from posts where reposted_id is not null) as reposts,
    (select count(*) from likes) as likes,
    (select count(*) from posts where initial_id <> id) as edits,
    (select count(*) from post_counts where impression_count > 0) as seen`,
)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the days of the plans have posts, and a later start adds the missing plans, on ${engine}`, async (t) => {
    const clock = new TestClock()
    const { context, store } = await testRuntime(t, await freshConfig(t, engine), clock)
    const { visitor } = await loadNetwork(context, { seed: 1, users: USERS })
    const cast = castOf(1, USERS, visitor.screenName)
    const done: number[] = []
    const made = await loadPosts(context, 1, cast, {
      watches: WATCHES,
      onWatches: (watches) => done.push(watches),
    })
    assert.equal(done.at(-1), WATCHES)
    const counts = must(await store.first(kinds, {}), 'counts')
    for (const [kind, count] of Object.entries(counts))
      assert.ok(Number(count) > WATCHES + 2, `${count} ${kind}`)
    assert.ok(made > WATCHES * 112, `${made}`)

    assert.equal(await loadPosts(context, 1, cast, { watches: WATCHES }), 0, 'nothing is missing')
    const passed = (WATCHES / 2) * WATCH_MS
    const afterwards = { ...clock, now: () => clock.now() + passed } as Clock
    const later = await loadPosts({ ...context, clock: afterwards }, 1, cast, { watches: WATCHES })
    assert.ok(later > WATCHES * 50 && later < made * 0.6, `${later} of later plans`)

    const activity = new Activity(context, cast, uniformOf(5))
    for (let deed = 0; deed < 60; deed += 1) await activity.act()
    const after = must(await store.first(kinds, {}), 'counts')
    assert.ok(Number(after.remarks) > Number(counts.remarks))
  })
}
