import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slow, slowTest } from '../../../test/support/part.ts'
import {
  Consumer,
  createAccount,
  type Message,
  pathOf,
} from '../../../test/support/streams/compliance-stream.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { createProjectApp, postJson } from '../../../test/support/streams/rule-suite.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import type { Engine } from '../../db/query.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { partitionOf } from '../../log/partition.ts'
import { buildPost } from '../../testing/world/content.ts'
import { buildRule } from '../../testing/world/rules.ts'

/** A server with open streams of each kind, and with a snapshot named `before` that contains one post. */
async function stage(t: TestContext, engine: Engine) {
  const server = await startInTestMode(t, { engine, settings: { limits: 'off', api_date: 'latest' } })
  const { context, url, control } = server
  const app = await createProjectApp(context)
  const { id: authorId } = await createOneUser(context)
  const asUser = await app.asUser(authorId)
  await buildRule(context, { appId: app.appId, value: 'cat', tag: 'v2' })
  await buildRule(context, { appId: app.appId, value: 'cat', tag: 'labs', product: 'labs-1' })
  await createAccount(context)
  const { id: seeded } = await buildPost(context, { authorId, text: 'cat seeded' })
  assert.equal((await control('PUT', '/test/snapshots/before')).status, 200)
  const v11 = `${url}/1.1/statuses/filter.json?track=cat`
  const partition = partitionOf(authorId)
  const opened: { close(): void }[] = []
  t.after(() => {
    for (const reader of opened) reader.close()
  })
  const post = (path: string) => PostReader.open(`${url}${path}`, app.asApp)
  return {
    ...server,
    app,
    asUser,
    authorId,
    seeded,
    async open(query = '') {
      const readers = {
        v2: await post(`/2/tweets/search/stream${query}`),
        labs: await post(`/labs/1/tweets/stream/filter${query}`),
        v11: await PostReader.open(v11, asUser),
        compliance: await Consumer.open(url, pathOf(partition, query.replace('?', '&'))),
      }
      opened.push(...Object.values(readers))
      for (const [name, { status }] of Object.entries(readers)) assert.equal(status, 200, name)
      return readers
    },
    compliance: (query: string) => Consumer.open(url, pathOf(partition, query)),
    post: (text: string) => buildPost(context, { authorId, text: `cat ${text}` }),
    remove: (postId: bigint) => deletePost(context, { userId: authorId, postId }),
    restore: async () => assert.equal((await control('POST', '/test/snapshots/before/restore')).status, 200),
  }
}

type Readers = Awaited<ReturnType<Awaited<ReturnType<typeof stage>>['open']>>

function textsOf({ lines }: PostReader): string[] {
  return lines.flatMap(({ data, text }) => data?.text ?? text ?? [])
}

/** Ids of the posts that a compliance stream reports as deleted. */
function deletedIn({ messages }: Consumer): string[] {
  return messages.flatMap(({ delete: deleted }: Message) =>
    deleted === undefined ? [] : [(deleted as { status: { id_str: string } }).status.id_str],
  )
}

async function received(readers: Readers, texts: readonly string[]): Promise<void> {
  const { v2, labs, v11 } = readers
  for (const reader of [v2, labs, v11]) {
    await reader.until(() => textsOf(reader).length >= texts.length)
    assert.deepEqual(textsOf(reader), texts)
  }
}

for (const engine of ENGINES) {
  const test = slowTest
  test(`data is restored from a snapshot while streams are open, on ${engine}`, async (t) => {
    const { server, url, app, asUser, authorId, seeded, control, ...on } = await stage(t, engine)
    const { open, compliance, post, remove, restore } = on

    await t.test('streams end with the reason of a restart, after all earlier events were sent', async () => {
      const readers = await open()
      await post('old')
      await remove(seeded)
      await restore()
      const { v2, labs, v11 } = readers
      for (const reader of [v2, labs]) {
        const { errors } = await reader.last()
        assert.match(errors[0].disconnect_type, /OperationalDisconnect$/)
      }
      assert.equal((await v11.last()).disconnect.code, 1)
      for (const reader of [v2, labs, v11]) assert.deepEqual(textsOf(reader), ['cat old'])
      await readers.compliance.ended
      const { error } = readers.compliance.messages.at(-1) as { error: { message: string } }
      assert.match(error.message, /closing for operational reasons/)
      assert.deepEqual(deletedIn(readers.compliance), [String(seeded)])
    })

    await t.test('streams that are opened later send only events of the restored data', async () => {
      await post('other')
      await restore()
      const readers = await open()
      const show = await ask(`${url}/2/tweets/${seeded}`, app.asApp)
      assert.match(show.text, /cat seeded/)
      await post('new')
      await received(readers, ['cat new'])
      await remove(seeded)
      await readers.compliance.until(() => deletedIn(readers.compliance).length > 0)
      assert.deepEqual(deletedIn(readers.compliance), [String(seeded)])
      await restore()
    })

    await t.test('a backfill sends only posts of the restored data', async () => {
      await post('replaced')
      await restore()
      const readers = await open('?backfill_minutes=5')
      await post('new')
      for (const reader of [readers.v2, readers.labs]) {
        await reader.until(() => textsOf(reader).includes('cat new'))
        assert.deepEqual(textsOf(reader), ['cat seeded', 'cat new'])
      }
      await restore()
    })

    await t.test('a position of the replaced data beyond the restored log is refused', async () => {
      const before = await compliance('&positions=true')
      const { id } = await post('to be deleted')
      await remove(id)
      await before.until(() => before.messages.some(({ position }) => position !== undefined))
      const { position } = before.messages.find((message) => message['position'] !== undefined) ?? {}
      before.close()
      await restore()
      const after = await compliance(`&resume_after=${position}`)
      assert.equal(after.status, 400)
      after.close()
    })

    await t.test(
      'stalled streams also end, and delayed requests are closed without an effect',
      slow,
      async () => {
        const faults = [
          { on: 'streams', do: { stall: true } },
          { path: '/2/users/:id/likes', do: { delay_ms: 600_000 } },
        ]
        await control('PUT', '/test/faults', { faults })
        const { compliance: _other, ...readers } = await open()
        const like = postJson(`${url}/2/users/${authorId}/likes`, asUser, { tweet_id: String(seeded) })
        const closed = assert.rejects(like)
        await waitUntil(() => server.testControls?.faults.counts()[1]?.hits === 1)
        await restore()
        await closed
        await Promise.all(Object.values(readers).map(({ ended }) => ended))
        await control('DELETE', '/test/faults')
        const { text } = await ask(`${url}/2/tweets/${seeded}?tweet.fields=public_metrics`, app.asApp)
        assert.match(text, /"like_count":0/)
      },
    )

    await t.test(
      'after two restores and a reset at the same time, the data has one state, and streams work',
      async () => {
        const readers = await open()
        await post('old')
        const answers = await Promise.all([
          control('POST', '/test/snapshots/before/restore'),
          control('POST', '/test/reset'),
          control('POST', '/test/snapshots/before/restore'),
        ])
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200],
        )
        await Promise.all(Object.values(readers).map(({ ended }) => ended))
        const again = await open()
        await post('new')
        await received(again, ['cat new'])
      },
    )
  })
}
