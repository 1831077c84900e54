import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Runtime } from '../../runtime.ts'
import { findFullUsers } from '../accounts/find-users.ts'
import { findComplianceStates } from '../compliance/redactions.ts'
import { importMessages } from '../messages/import-messages.ts'
import { importLikes } from '../posts/import/import-likes.ts'
import { postImportBatch, putImportedPosts } from '../posts/import/import-posts.ts'
import type { ImportedPost } from '../posts/import/imported-post.ts'
import { findPosts } from '../posts/read/find-posts.ts'
import { createPost } from '../posts/write/create-post.ts'
import { like } from '../posts/write/like.ts'
import { repost } from '../posts/write/repost.ts'
import type { ImportNotice, NoticesOutcome } from './import-notice.ts'
import { putImportedNotices } from './put-notices.ts'

const FIRST_ID = 490_828_800_000_000_000n

/** A post id from July 2014. */
function idOf(number: number): bigint {
  return FIRST_ID + BigInt(number)
}

function postOf(number: number, more: Partial<ImportedPost> = {}): ImportedPost {
  return {
    id: idOf(number),
    author: { id: 11n },
    createdAt: Date.UTC(2014, 6, 20, 12),
    ...{ inReplyToPostId: null, inReplyToUserId: null, quotedId: null, repostedId: null },
    ...{ content: `{"text":"${number}"}`, isCutShort: false, mentioned: [], counts: undefined },
    geo: { coordinates: { long: 1, lat: 2 } },
    withheldInCountries: [],
    ...more,
  }
}

/** Imports notices and posts in one transaction, the notices first, as for a batch of a file. */
async function importAll(
  { context }: Pick<Runtime, 'context'>,
  notices: readonly ImportNotice[],
  posts: readonly ImportedPost[] = [],
): Promise<NoticesOutcome & { readonly deleted: number }> {
  const batch = await postImportBatch(
    context,
    posts.map((post) => ({ posts: [post], referenced: [] })),
  )
  return context.store.writeAlone(async (tx) => {
    const outcome = await putImportedNotices(tx, notices, context.clock.now())
    const { deleted } = await putImportedPosts(tx, batch, context.clock.now(), {})
    return { ...outcome, deleted }
  })
}

function deletion(number: number, authorId: bigint | undefined = 11n): ImportNotice {
  return { on: 'post', action: 'delete', id: idOf(number), authorId }
}

for (const engine of ENGINES) {
  const engineTest = slowOnPostgres(engine)
  describe(`spec/data-files.md#stream-notices: notices on ${engine}`, () => {
    engineTest('apply to imported data only, once, with the events of ordinary commands', async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
      const { store } = runtime
      await importAll(
        runtime,
        [],
        [1, 2, 3, 4].map((number) => postOf(number)),
      )
      const notices: readonly ImportNotice[] = [
        deletion(1),
        deletion(2, 12n),
        deletion(9),
        { on: 'post', action: 'withhold', id: idOf(3), authorId: 11n, countries: ['DE', 'FR'] },
        { on: 'post', action: 'drop', id: idOf(4), authorId: 11n },
        { on: 'user', action: 'scrub_geo', id: 11n, upToId: idOf(3) },
        { on: 'user', action: 'protect', id: 11n },
      ]
      const kinds: string[] = []
      for (const outcome of [
        { applied: 5, remembered: 1, unchanged: 1 },
        { applied: 0, remembered: 2, unchanged: 5 },
      ]) {
        let found: NoticesOutcome | undefined
        const events = await eventsOf(runtime, async () => {
          found = await importAll(runtime, notices)
        })
        const { applied = -1, remembered = -1, unchanged = -1 } = found ?? {}
        assert.deepEqual({ applied, remembered, unchanged }, outcome)
        kinds.push(events.map(({ kind }) => kind).join(' '))
      }
      assert.deepEqual(kinds, [
        'post.deleted post.state_changed post.state_changed user.state_changed user.geo_scrubbed',
        '',
      ])
      const posts = await findPosts(store, [1, 2, 3, 4].map(idOf))
      assert.deepEqual(
        [...posts.values()]
          .map(({ id, geo, droppedAt, withheldInCountries }) =>
            [id - FIRST_ID, geo !== undefined, droppedAt !== null, ...withheldInCountries].join(' '),
          )
          .toSorted(),
        ['2 false false', '3 false false DE FR', '4 true true'],
      )
      assert.equal((await findFullUsers(store, [11n])).get(11n)?.isProtected, true)
    })

    engineTest('about missing posts are remembered, and known to compliance checks', async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
      const { store } = runtime
      await importAll(runtime, [deletion(1), deletion(2, 12n), deletion(3, undefined)])
      const states = await findComplianceStates(store, 'tweets', [1, 2, 3, 4].map(idOf))
      assert.deepEqual(
        states.map(({ id, redaction }) => [id - FIRST_ID, redaction?.reason]),
        [
          [1n, 'deleted'],
          [2n, 'deleted'],
          [3n, 'deleted'],
        ],
      )
      const repostOf1 = postOf(5, { repostedId: idOf(1) })
      const { deleted } = await importAll(runtime, [], [postOf(1), postOf(2), postOf(3), repostOf1])
      assert.equal(deleted, 3)
      assert.deepEqual([...(await findPosts(store, [1, 2, 3, 5].map(idOf))).keys()], [idOf(2)])
      const [, after] = await findComplianceStates(store, 'tweets', [1, 2].map(idOf))
      assert.equal(after?.redaction, undefined)
    })

    engineTest('change nothing that was written on this server', async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
      const { context, store } = runtime
      const { id: authorId } = await createOneUser(context)
      await importAll(runtime, [], [postOf(1), postOf(2, { author: { id: authorId } })])
      const written = await createPost(context, { authorId, text: 'written here', lat: 1, long: 2 })
      const copy = await repost(context, { userId: authorId, postId: idOf(1) })
      await like(context, { userId: authorId, postId: idOf(1) })
      const about = (id: bigint): readonly ImportNotice[] => [
        { on: 'post', action: 'delete', id, authorId },
        { on: 'post', action: 'drop', id, authorId },
      ]
      const events = await eventsOf(runtime, async () => {
        const outcome = await importAll(runtime, [
          ...about(written.id),
          ...about(copy.id),
          { on: 'user', action: 'scrub_geo', id: authorId, upToId: written.id },
          { on: 'user', action: 'suspend', id: authorId },
          { on: 'like', userId: authorId, postId: idOf(1) },
          { on: 'result', id: written.id, reason: 'deleted', createdAt: undefined },
        ])
        assert.deepEqual([outcome.applied, outcome.remembered], [0, 0])
      })
      assert.deepEqual(events, [])
      // An imported post of the same user.
      await importAll(runtime, [{ on: 'post', action: 'delete', id: idOf(2), authorId }])
      assert.equal((await findPosts(store, [idOf(2)])).size, 0)
    })

    engineTest('end likes, erase messages, and apply results of compliance jobs', async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
      const { context, store } = runtime
      await importAll(runtime, [], [postOf(1), postOf(2), postOf(3, { author: { id: 12n } })])
      await importLikes(context, 12n, [idOf(1)], async () => undefined)
      const message = {
        id: idOf(50),
        senderId: 11n,
        recipientId: 12n,
        appId: null,
        content: { text: 'private' },
      }
      await importMessages(context, [message], async () => undefined)
      const created = Date.UTC(2014, 6, 20, 12)
      const outcome = await importAll(runtime, [
        { on: 'like', userId: 12n, postId: idOf(1) },
        { on: 'message', id: idOf(50), userId: 11n },
        { on: 'message', id: idOf(50), userId: 13n },
        { on: 'result', id: idOf(2), reason: 'suspended', createdAt: created + 500 },
        { on: 'result', id: idOf(3), reason: 'scrub_geo', createdAt: created },
        { on: 'result', id: idOf(1), reason: 'deleted', createdAt: created + 5_000 },
        { on: 'result', id: 12n, reason: 'suspended', createdAt: undefined },
        { on: 'result', id: 999n, reason: 'deleted', createdAt: undefined },
      ])
      assert.deepEqual([outcome.applied, outcome.remembered, outcome.unchanged], [5, 0, 3])
      const posts = await findPosts(store, [1, 2, 3].map(idOf))
      assert.deepEqual([...posts.keys()].toSorted(), [idOf(1), idOf(3)])
      assert.equal(posts.get(idOf(1))?.counts.likes, 0)
      assert.equal(posts.get(idOf(3))?.geo, undefined)
      assert.notEqual((await findFullUsers(store, [12n])).get(12n)?.suspendedAt, null)
    })
  })
}
