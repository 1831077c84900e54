import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { startTestServer } from '../../test/support/server.ts'
import { raw } from '../../test/support/tables.ts'
import { createOneUser } from '../../test/support/users.ts'
import { requirePost } from '../domain/posts/read/find-posts.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { MAX_ROWS } from './impressions.ts'
import { operatorToken } from './operator-token.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2-objects.md#metrics: impressions and clicks are counted on ${engine}`, async (t) => {
    const { server, config, context } = await startTestServer(t, { engine })
    const { tail, opsUrl, runtime } = server
    const { id: authorId } = await createOneUser(context)
    const post = await createPost(context, { authorId, text: 'to be seen' })
    const edited = await editPost(context, { postId: post.id, text: 'to be seen again' })
    const shared = await repost(context, { userId: authorId, postId: post.id })
    await tail.catchUp()
    const before = tail.head
    const send = async (body: unknown, token = operatorToken(config.data, context.random)) => {
      const response = await fetch(`${opsUrl}/ingest/impressions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }

    await t.test('counts for any version of a post are added to the counts of the post', async () => {
      const rows = [
        { id: String(post.id), impressions: 12, url_link_clicks: 2 },
        { id: String(edited.id), impressions: 1, user_profile_clicks: 3 },
        { id: '77', impressions: 5 },
        { id: String(shared.id), impressions: 5 },
      ]
      assert.deepEqual(await send({ counts: rows }), { status: 200, body: { counted: 2 } })
      await Promise.all(Array.from({ length: 20 }, () => send({ counts: rows.slice(0, 1) })))
      const { counts } = await requirePost(runtime.store, edited.id)
      assert.deepEqual(
        [counts.impressions, counts.urlLinkClicks, counts.userProfileClicks],
        [13 + 20 * 12, 2 + 20 * 2, 3],
      )
      await tail.catchUp()
      const [event] = await tail.readAfter(before, 1)
      assert.equal(event?.kind, 'post.seen')
      assert.equal(event?.kind === 'post.seen' && event.post_id, post.id)
    })

    await t.test('counts outside the range and requests without a token change nothing', async () => {
      const row = { id: String(post.id), impressions: 1 }
      for (const body of [
        {},
        { counts: [] },
        { counts: [{ ...row, impressions: -1 }] },
        { counts: [{ ...row, impressions: 0.5 }] },
        { counts: [{ ...row, impressions: 2 ** 40 }] },
        { counts: [{ ...row, id: '9223372036854775808' }] },
        { counts: [{ ...row, likes: 1 }] },
        { counts: Array.from({ length: MAX_ROWS + 1 }, () => row) },
        [],
      ]) {
        assert.equal((await send(body)).status, 400, JSON.stringify(body).slice(0, 80))
      }
      assert.equal((await send({ counts: [row] }, 'wrong')).status, 401)
      assert.equal((await requirePost(runtime.store, post.id)).counts.impressions, 13 + 20 * 12)
    })

    await t.test('counts can exceed 32 bits', async () => {
      const { store } = runtime
      await store.write((tx) => tx.run(raw('update post_counts set impression_count = 2147483647'), {}))
      const counts = [{ id: String(post.id), impressions: 2 }]
      assert.deepEqual(await send({ counts }), { status: 200, body: { counted: 1 } })
      assert.equal((await requirePost(store, post.id)).counts.impressions, 2_147_483_649)
    })

    await t.test('database errors are logged and not sent to the client', async () => {
      await runtime.store.write((tx) => tx.run(raw('drop table post_counts'), {}))
      const { status, body } = await send({ counts: [{ id: String(post.id), impressions: 1 }] })
      assert.equal(status, 500)
      assert.deepEqual(body, { error: 'Internal error; see the log of the server.' })
    })
  })
}
