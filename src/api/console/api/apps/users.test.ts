/** /console/api/apps/:app_id/users: spec/console.md#connected-apps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openAppConsole } from '../../../../../test/support/console/console-own-apps.ts'
import { createUsers } from '../../../../../test/support/users.ts'
import { findToken, issueToken } from '../../../../domain/apps/tokens.ts'

test('connected users are listed in pages, and the access of a user is revoked', async (t) => {
  const { client, otherDeveloper, path, app, context } = await openAppConsole(t)
  const users = (await createUsers(context, 3)).map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))
  const tokens = await Promise.all(users.map((userId) => issueToken(context, { appId: app.appId, userId })))
  const first = (await client.get(`${path}/users?count=2`)).body
  assert.deepEqual([first.users.length, first.next, first.total], [2, String(users[1]), 3])
  const [user] = first.users
  assert.deepEqual([user.id, user.permissions, user.scopes], [String(users[0]), 'read', []])
  assert.ok(!Number.isNaN(Date.parse(user.connected_at)))
  const second = (await client.get(`${path}/users?count=2&after=${first.next}`)).body
  assert.deepEqual([second.users.length, second.next], [1, null])
  assert.equal((await client.delete(`${path}/users/${users[0]}`)).status, 204)
  assert.equal((await findToken(context.store, tokens[0]?.accessToken ?? ''))?.isRevoked, true)
  assert.equal((await client.get(`${path}/users`)).body.total, 2)

  await t.test('404/token-not-found for a user without access, and for an invalid id', async () => {
    assertProblem(await client.delete(`${path}/users/${users[0]}`), 404, 'token-not-found')
    assertProblem(await client.delete(`${path}/users/x`), 404, 'token-not-found')
  })
  await t.test('404/app-not-found for the app of another developer', async () => {
    assertProblem(await otherDeveloper.get(`${path}/users`), 404, 'app-not-found')
    assertProblem(await otherDeveloper.delete(`${path}/users/${users[1]}`), 404, 'app-not-found')
  })
  await t.test('400/field-invalid for an invalid cursor', async () => {
    assertProblem(await client.get(`${path}/users?after=x`), 400, 'field-invalid', 'after')
  })
  await t.test('403/foreign-origin for the page of another site', async () => {
    const site = { origin: 'https://evil.example' }
    const answer = await client.call('DELETE', `${path}/users/${users[1]}`, undefined, site)
    assertProblem(answer, 403, 'foreign-origin')
  })
})
