/** Access tokens at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'
import { issueToken, revokeToken } from '../../../../domain/apps/tokens.ts'

const PATH = '/operator/tokens'
const TO_UNKNOWN = { app_id: '1', username: 'unknown', regenerate: false, reason: 'asked by mail' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200 tokens without secrets, with filters by app and user, in pages; revoked tokens on request', async (t) => {
      const { ann, context, user } = await startDesk(t, engine)
      const other = await createOneUser(context)
      const make = async (name: string) =>
        (await createApp(context, { name, ownerId: user.id, permissions: 'read' })).appId
      const [bird, cat] = [await make('Bird'), await make('Cat')]
      const first = await issueToken(context, { appId: bird, userId: user.id })
      await issueToken(context, { appId: bird, userId: other.id })
      const third = await issueToken(context, { appId: cat, userId: user.id })
      await revokeToken(context, third.accessToken)
      const tokens = async (query: string) => (await ann.get(`${PATH}?${query}`)).body.tokens
      assert.equal((await tokens('')).length, 2)
      assert.equal((await tokens(`app=${bird}`)).length, 2)
      const [found, ...more] = await tokens(`user=${user.id}`)
      assert.deepEqual([found.token, found.app.name, more], [first.accessToken, 'Bird', []])
      assert.ok(!JSON.stringify(found).includes(first.accessTokenSecret))
      assert.equal((await tokens('revoked=true')).length, 3)
      const page = (await ann.get(`${PATH}?count=1`)).body
      assert.equal((await tokens(`after=${page.next}`)).length, 1)
    })

    test('400/field-invalid for an invalid cursor, user and app', async () => {
      const { ann } = await joinDesk()
      for (const query of ['after=a%20b', 'user=x', 'app=x'])
        assertProblem(await ann.get(`${PATH}?${query}`), '400/field-invalid')
    })

    test('201 a second token revokes the first; the audit log has the reasons and no secret', async () => {
      const { ann, context, user } = await joinDesk()
      const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
      const body = { ...TO_UNKNOWN, app_id: String(appId), username: `@${user.screenName}` }
      const first = await ann.post(PATH, body)
      assert.equal(first.status, 201)
      assert.deepEqual([first.body.screen_name, first.body.permissions], [user.screenName, 'read'])
      assert.ok(first.body.access_token_secret.length > 20)
      const second = (await ann.post(PATH, { ...body, regenerate: true })).body
      const { tokens } = (await ann.get(`${PATH}?app=${appId}`)).body
      assert.deepEqual(
        tokens.map(({ token }: { token: string }) => token),
        [second.access_token],
      )
      const { history } = (await ann.get(`/operator/apps/${appId}`)).body
      assert.deepEqual(
        history.map(({ action, reason }: Record<string, string>) => [action, reason]),
        [
          ['token.regenerate', 'asked by mail'],
          ['token.create', 'asked by mail'],
        ],
      )
      for (const secret of [first.body.access_token_secret, second.access_token])
        assert.ok(!JSON.stringify(history).includes(secret))
    })

    test('404/app-not-found for unknown apps', async () => {
      const { ann, user } = await joinDesk()
      for (const app_id of ['1', 'x']) {
        const body = { ...TO_UNKNOWN, username: user.screenName, app_id }
        assertProblem(await ann.post(PATH, body), '404/app-not-found')
      }
    })

    test('404/user-not-found for unknown users', async () => {
      const { ann, context, user } = await joinDesk()
      const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
      for (const username of ['unknown', '', 'a b']) {
        const answer = await ann.post(PATH, { ...TO_UNKNOWN, app_id: String(appId), username })
        assertProblem(answer, '404/user-not-found')
        assert.equal(answer.body.field, 'username')
      }
    })

    test('400/field-invalid for a blank reason', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...TO_UNKNOWN, reason: ' ' }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
      assertProblem(await developer.post(PATH, TO_UNKNOWN), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, TO_UNKNOWN, headers), '403/foreign-origin')
    })
  })
}
