import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { MessageStage } from '../../../../test/support/messages/stage.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

test('followers.md 2: screen name, language, protection and time zone of the user who signs', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const target = `${url}/1.1/account/settings.json`
  const asUser = await app.asUser(user.id)
  const answer = await ask(target, asUser)
  assert.equal(answer.status, 200)
  const settings = JSON.parse(answer.text) as Record<string, unknown>
  assert.equal(settings['screen_name'], user.screenName)
  assert.equal(settings['language'], 'en')
  assert.equal(settings['protected'], false)
  assert.deepEqual(settings['time_zone'], { name: 'UTC', tzinfo_name: 'Etc/UTC', utc_offset: 0 })
  assert.equal(answer.headers.get('x-rate-limit-limit'), '15')
  await changeUserState(context, { userId: user.id, action: 'protect' })
  assert.equal((JSON.parse((await ask(target, asUser)).text) as { protected: boolean }).protected, true)
})

test('403/220 an app without a user has no settings', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)
  const answer = await ask(`${url}/1.1/account/settings.json`, app.asApp)
  assert.equal(answer.status, 403)
  assert.match(answer.text, /"code":220/)
})

test('direct-messages.md 2: allow_dms_from is who may begin to write', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = [await stage.shyWriter(), await stage.shyWriter()]
  const path = '/1.1/account/settings.json'
  const set = async (from: string) => {
    const { text } = await stage.ask('POST', `${path}?allow_dms_from=${from}`, bob.as)
    return (JSON.parse(text) as { allow_dms_from: string }).allow_dms_from
  }
  assert.equal((await stage.send(ada, bob, 'hi')).status, 403)
  assert.equal(await set('all'), 'all')
  assert.match((await stage.ask('GET', path, bob.as)).text, /"allow_dms_from":"all"/)
  assert.equal((await stage.send(ada, bob, 'hi')).status, 200)
  assert.equal(await set('following'), 'following')
  assert.equal((await stage.send(ada, bob, 'hi')).status, 403)
  assert.match((await stage.ask('POST', path, bob.as)).text, /"allow_dms_from":"following"/)
})

test('400/44 an allow_dms_from that is none, and 403/261 a token that may only read', async (t) => {
  const stage = await MessageStage.open(t)
  const bob = await stage.shyWriter()
  const ask = async (from: string, as = bob.as) =>
    (await stage.ask('POST', `/1.1/account/settings.json?allow_dms_from=${from}`, as)).text
  for (const from of ['verified', '__proto__', 'ALL']) {
    assert.match(await ask(from), /"code":44,"message":"allow_dms_from parameter is invalid\."/)
  }
  assert.match(await ask('all', await stage.token(bob.id, 'read')), /"code":261/)
})
