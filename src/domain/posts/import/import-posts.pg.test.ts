import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf } from '../../../../test/support/events.ts'
import { sleep, systemClock } from '../../../lib/time/clock.ts'
import type { ImportedUser } from '../../accounts/imported-user.ts'
import { requireUser } from '../../accounts/user.ts'
import { importPosts } from './import-posts.ts'
import type { ImportedPost } from './imported-post.ts'

test('an import that completes an author appends an event even if another process has stored the posts first', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const runtime = await testRuntime(t, config)
  const beside = postgres(String(config.database), { max: 1, onnotice: () => undefined })
  t.after(() => beside.end())
  const post = (id: bigint, readUser?: () => ImportedUser): ImportedPost => ({
    id,
    author: readUser === undefined ? { id: 7n } : { id: 7n, readUser },
    createdAt: 1,
    ...{ inReplyToPostId: null, inReplyToUserId: null, quotedId: null, repostedId: null },
    ...{ content: '{"text":"a"}', isCutShort: false, mentioned: [], geo: undefined, counts: undefined },
    withheldInCountries: [],
  })
  const run = (posts: readonly ImportedPost[]) =>
    importPosts(runtime.context, [{ posts, referenced: [] }], async () => undefined)
  await run([post(11n)])
  // Another process stores the same post in a transaction that is not committed yet.
  await beside.unsafe(`begin; insert into posts (id, author_id, created_at, initial_id, conversation_id, text_key, content, checksum)
    select 12, 7, created_at, 12, 12, text_key, content, 0 from posts where id = 11`)
  const events = await eventsOf(runtime, async () => {
    const importing = run([post(12n, () => ({ id: 7n, screenName: 'seven', name: 'Seven' }))])
    await untilWaiting(beside)
    await beside.unsafe('commit')
    assert.equal((await importing).imported, 0)
  })
  assert.equal((await requireUser(runtime.store, { id: 7n })).screenName, 'seven')
  assert.deepEqual(
    events.map((event) => event.kind === 'import.applied' && [event.of, event.imported]),
    [['users', 1]],
  )
})

/** Resolves when a session waits for a lock of another session. */
async function untilWaiting(beside: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await beside.unsafe(`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (row?.['waiting'] === 1) return
    await sleep(systemClock, 1)
  }
}
