/** Tests direct messages of API v2: the scopes of OAuth 2.0 tokens, and the media of groups. */
import assert from 'node:assert/strict'
import { setAcceptsAnyone } from '../../src/domain/messages/message-settings.ts'
import { ENGINES } from '../support/engines.ts'
import { jpeg } from '../support/media/samples.ts'
import type { Uploader } from '../support/media/stage.ts'
import { MediaV2Stage } from '../support/media/v2-stage.ts'
import { OAuth2Flow, userTokens } from '../support/oauth/oauth2.ts'
import { slowOnPostgres } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'

const BASE = 'tweet.read users.read'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2-messages-and-media.md#messages: reads need dm.read, and writes also need dm.write, on ${engine}`, async (t) => {
    const flow = await OAuth2Flow.begin(t, { engine, app: { permissions: 'read-write-directmessages' } })
    const { context, server, app, user } = flow
    const { id: otherId } = await createOneUser(context)
    await setAcceptsAnyone(context, { userId: otherId, acceptsAnyone: true })
    const token = async (scope: string) =>
      (await userTokens(context, { appId: app.appId, userId: user.id, scope })).accessToken
    const call = async (method: string, path: string, access: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as { data: Record<string, string> } }
    }
    const [none, reads, writes, both] = [
      await token(BASE),
      await token(`${BASE} dm.read`),
      await token(`${BASE} dm.write`),
      await token(`${BASE} dm.read dm.write`),
    ]
    const message = { text: 'hello' }
    const sent = await call('POST', `/2/dm_conversations/with/${otherId}/messages`, both, message)
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const conversation = `/2/dm_conversations/${sent.body.data['dm_conversation_id']}`
    const event = `/2/dm_events/${sent.body.data['dm_event_id']}`
    const paths = [
      '/2/dm_events',
      event,
      `/2/dm_conversations/with/${otherId}/dm_events`,
      `${conversation}/dm_events`,
    ]
    for (const path of paths) {
      const statuses = []
      for (const access of [none, reads, writes, both])
        statuses.push((await call('GET', path, access)).status)
      assert.deepEqual(statuses, [403, 200, 403, 200], path)
    }
    const group = { conversation_type: 'Group', participant_ids: [String(otherId)], message }
    const posts: readonly (readonly [string, object, number])[] = [
      [`/2/dm_conversations/with/${otherId}/messages`, message, 201],
      [`${conversation}/messages`, message, 201],
      // A status 400 because of too few participants shows that the scopes were sufficient.
      ['/2/dm_conversations', group, 400],
    ]
    for (const [path, body, allowed] of posts) {
      const statuses = []
      for (const access of [none, reads, writes, both])
        statuses.push((await call('POST', path, access, body)).status)
      assert.deepEqual(statuses, [403, 403, 403, allowed], path)
    }
    const deleted = []
    for (const access of [none, reads, writes, both])
      deleted.push((await call('DELETE', event, access)).status)
    assert.deepEqual(deleted, [403, 403, 403, 200])
  })

  test(`spec/v2-messages-and-media.md#conversations: only members of a group have access to its media, on ${engine}`, async (t) => {
    const desk = await MediaV2Stage.open(t, { engine })
    const { stage, me } = desk
    const person = async (): Promise<Uploader> => {
      const user = await stage.person()
      await setAcceptsAnyone(stage.context, { userId: user.id, acceptsAnyone: true })
      return user
    }
    const [bob, eve, zoe] = [await person(), await person(), await person()]
    const uploaded = async () => {
      const media = await jpeg({ width: 40, height: 30 })
      const { status, body } = await desk.multipart('/2/media/upload', { media, media_category: 'dm_image' })
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.id as string
    }
    const [first, second] = [await uploaded(), await uploaded()]
    const created = await desk.json('/2/dm_conversations', {
      conversation_type: 'Group',
      participant_ids: [String(bob.id), String(eve.id)],
      message: { text: 'a picture', attachments: [{ media_id: first }] },
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const conversation = `/2/dm_conversations/${created.body.data.dm_conversation_id}`
    const attachments = [{ media_id: second }]
    const taken = await desk.json(`${conversation}/messages`, { attachments }, bob.as)
    assert.equal(taken.status, 400, 'an upload of another user')
    const sent = await desk.json(`${conversation}/messages`, { attachments })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const eventId: string = sent.body.data.dm_event_id
    const read = (by: Uploader) =>
      desk.json(
        `/2/dm_events/${eventId}?dm_event.fields=attachments&expansions=attachments.media_keys&media.fields=url`,
        undefined,
        by.as,
        'GET',
      )
    let address = ''
    for (const by of [me, bob, eve]) {
      const { body } = await read(by)
      assert.deepEqual(body.data.attachments, { media_keys: [`3_${second}`] })
      assert.equal(body.includes.media[0].media_key, `3_${second}`)
      address = body.includes.media[0].url
    }
    assert.deepEqual(Object.keys((await read(zoe)).body), ['errors'])

    const file = async (by: Uploader | undefined) => {
      const url = new URL(new URL(address).pathname, stage.server.url).href
      const headers = by === undefined ? {} : { authorization: by.as('GET', url) }
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      return response.status
    }
    assert.match(address, new RegExp(`/1\\.1/ton/data/dm/${eventId}/${second}/`))
    const statuses = []
    for (const by of [me, bob, eve, zoe, undefined]) statuses.push(await file(by))
    assert.deepEqual(statuses, [200, 200, 200, 404, 401])
    for (const by of [me, bob]) {
      const path = `/2/dm_events/${eventId}`
      assert.equal((await desk.json(path, undefined, by.as, 'DELETE')).status, 200)
      assert.equal(await file(by), 404, 'who deleted the event')
      assert.equal(await file(eve), 200)
    }
    assert.equal((await desk.json(`/2/dm_events/${eventId}`, undefined, eve.as, 'DELETE')).status, 200)
    assert.equal(await file(eve), 404)
  })
}
