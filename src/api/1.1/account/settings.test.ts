import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
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
