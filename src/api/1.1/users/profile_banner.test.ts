import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { v11Caller } from '../../../../test/support/http/v11-calls.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { importUsers } from '../../../domain/accounts/import-users.ts'
import { NO_PROFILE } from '../../../domain/accounts/profile.ts'

const BANNER = 'https://i.example/banners/7/1'

test('users/profile_banner', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { limits: 'off' } })
  const app = await createTestApp(context)
  const reader = await createOneUser(context)
  const shown = { id: 7n, screenName: 'seven', profile: { ...NO_PROFILE, bannerUrl: BANNER } }
  const gone = { id: 8n, screenName: 'eight', profile: { ...NO_PROFILE, bannerUrl: BANNER } }
  await importUsers(context, [shown, gone], async () => undefined)
  await changeUserState(context, { userId: 8n, action: 'suspend' })
  const call = v11Caller(url, await app.asUser(reader.id))
  const get = (query: string) => call(`users/profile_banner.json${query}`)

  await t.test('spec/v1-streams-and-lists.md#other-calls: the sizes of a banner', async () => {
    for (const query of ['?user_id=7', '?screen_name=SEVEN']) {
      const { status, body } = await get(query)
      assert.equal(status, 200, query)
      assert.deepEqual(body.sizes['1500x500'], { h: 500, w: 1500, url: `${BANNER}/1500x500` })
    }
  })
  await t.test('404/34 without a banner, and for hidden and unknown users', async () => {
    for (const query of ['', '?user_id=8', '?user_id=9', '?screen_name=nobody_here']) {
      const { status, code } = await get(query)
      assert.deepEqual([status, code], [404, 34], query)
    }
  })
  await t.test('400/44 an id that is not a number', async () => {
    const { status, code } = await get('?user_id=x')
    assert.deepEqual([status, code], [400, 44])
  })
})
