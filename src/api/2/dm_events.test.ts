import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { dmErrors, dmStage } from '../../../test/support/http/dm-stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'

const ALL = '/2/dm_events'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`2/dm_events on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { person, get, call, send, group, texts, context } = stage
    const [ada, bob, eve] = [await person(), await person(), await person()]

    await t.test(
      'spec/v2-messages-and-media.md#messages: the events of all conversations, newest first, with pages in both directions',
      async () => {
        await send(ada, bob, 'one')
        await send(bob, ada, 'two')
        await group(ada, [bob, eve], 'three')
        await send(eve, ada, 'four')
        assert.deepEqual(await texts(ALL, ada), ['four', 'three', 'ParticipantsJoin', 'two', 'one'])
        assert.deepEqual(await texts(ALL, bob), ['three', 'ParticipantsJoin', 'two', 'one'])
        assert.deepEqual(await texts(ALL, eve), ['four', 'three', 'ParticipantsJoin'])
        const seen: string[] = []
        let token: string | undefined
        let previous: string | undefined
        do {
          const page = await get(
            `${ALL}?max_results=2${token === undefined ? '' : `&pagination_token=${token}`}`,
            ada,
          )
          seen.push(...page.body.data.map((event: { text?: string }) => event.text ?? ''))
          assert.equal(page.body.meta.result_count, page.body.data.length)
          token = page.body.meta.next_token
          previous = page.body.meta.previous_token
        } while (token !== undefined)
        assert.deepEqual(seen, ['four', 'three', '', 'two', 'one'])
        const back = await get(`${ALL}?max_results=2&pagination_token=${previous}`, ada)
        assert.deepEqual(
          back.body.data.map(({ event_type }: { event_type: string }) => event_type),
          ['ParticipantsJoin', 'MessageCreate'],
        )
      },
    )

    await t.test('event_types selects events; a page token of another endpoint is refused', async () => {
      assert.deepEqual(await texts(`${ALL}?event_types=ParticipantsJoin`, ada), ['ParticipantsJoin'])
      assert.deepEqual(await texts(`${ALL}?event_types=ParticipantsLeave`, ada), [])
      const { body } = await get(`${ALL}?max_results=1`, ada)
      const stolen = await get(`${ALL}?max_results=1&pagination_token=${body.meta.next_token}`, bob)
      assert.equal(stolen.status, 400)
    })

    await t.test(
      'spec/v2-messages-and-media.md#event-object: events have the default fields, and the requested fields and expansions',
      async () => {
        const post = await createPost(context, { authorId: eve.id, text: 'a post', isLimited: false })
        const id = await send(ada, bob, `see https://twitter.com/x/status/${post.id} #cats & dogs`)
        const plain = await get(`${ALL}/${id}`, bob)
        assert.deepEqual(Object.keys(plain.body.data), ['id', 'event_type', 'text'])
        assert.match(plain.body.data.text, /^see https:\/\/t\.co\/\w+ #cats &amp; dogs$/)
        const fields =
          'sender_id,created_at,dm_conversation_id,entities,referenced_tweets,attachments,participant_ids'
        const { body } = await get(
          `${ALL}/${id}?dm_event.fields=${fields}&expansions=sender_id,referenced_tweets.id,participant_ids,attachments.media_keys&user.fields=verified&tweet.fields=author_id`,
          bob,
        )
        const { data, includes } = body
        const [low, high] = ada.id < bob.id ? [ada.id, bob.id] : [bob.id, ada.id]
        assert.deepEqual(
          [data.sender_id, data.dm_conversation_id, data.referenced_tweets, 'attachments' in data],
          [String(ada.id), `${low}-${high}`, [{ id: String(post.id) }], false],
        )
        assert.match(data.created_at, /\.000Z$/)
        assert.equal(data.entities.hashtags[0].tag, 'cats')
        assert.deepEqual([includes.users[0].id, includes.users[0].verified], [String(ada.id), false])
        assert.deepEqual(
          [includes.tweets[0].id, includes.tweets[0].author_id],
          [String(post.id), String(eve.id)],
        )
        await changeUserState(context, { userId: eve.id, action: 'protect' })
        const later = await get(`${ALL}/${id}?expansions=referenced_tweets.id`, bob)
        assert.equal('includes' in later.body, false, 'a post that the reader may not see is not included')
      },
    )

    await t.test('an event of other users cannot be read, and cannot be deleted', async () => {
      const id = await send(ada, bob, 'private')
      const missing = await get(`${ALL}/${id}`, eve)
      assert.deepEqual(
        [missing.status, Object.keys(missing.body), missing.body.errors[0].resource_type],
        [200, ['errors'], 'dm_event'],
      )
      assert.deepEqual((await call('DELETE', `${ALL}/${id}`, eve)).body, missing.body)
      assert.equal((await get(`${ALL}/${id}`, bob)).body.data.text, 'private')
    })

    await t.test(
      'a user who deletes an event hides it only from themselves; v1.1 does not show the events of groups',
      async () => {
        const id = await send(ada, bob, 'to delete')
        assert.deepEqual((await call('DELETE', `${ALL}/${id}`, ada)).body, { data: { deleted: true } })
        assert.equal('errors' in (await get(`${ALL}/${id}`, ada)).body, true)
        assert.equal((await get(`${ALL}/${id}`, bob)).body.data.text, 'to delete')
        const { eventId } = await group(ada, [bob, eve], 'in a group')
        const old = `${stage.url}/1.1/direct_messages/events/list.json?count=50`
        assert.equal((await ask(old, ada.as)).text.includes('in a group'), false)
        const shown = await ask(`${stage.url}/1.1/direct_messages/events/show.json?id=${eventId}`, ada.as)
        assert.equal(shown.status, 404)
        for (const each of [ada, bob, eve]) {
          assert.deepEqual((await call('DELETE', `${ALL}/${eventId}`, each)).body, {
            data: { deleted: true },
          })
        }
        assert.equal('errors' in (await get(`${ALL}/${eventId}`, bob)).body, true)
      },
    )
  })
}

test('errors of 2/dm_events', async (t) => {
  const stage = await dmStage(t)
  const user = await stage.person()
  const id = await stage.send(user, user, 'a note')
  await dmErrors(t, stage, user, { method: 'GET', path: ALL })
  await dmErrors(t, stage, user, { method: 'GET', path: `${ALL}/${id}` })
  await dmErrors(t, stage, user, { method: 'DELETE', path: `${ALL}/${id}` })
  await t.test('400/2 an id that is not a number, and unknown values of parameters', async () => {
    for (const path of [
      `${ALL}/x`,
      `${ALL}?event_types=Other`,
      `${ALL}?dm_event.fields=secret`,
      `${ALL}?expansions=author_id`,
      `${ALL}?max_results=0`,
      `${ALL}?max_results=101`,
      `${ALL}?pagination_token=x`,
    ]) {
      assert.equal((await stage.get(path, user)).status, 400, path)
    }
  })
})
