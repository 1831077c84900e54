/** Credentials of apps that operators replace (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, type Desk, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { setClientType } from '../../../../../domain/apps/oauth2/client.ts'

const LEAKED = { kind: 'bearer', reason: 'leaked' }

async function withApp(desk: Desk) {
  const { context, user } = desk
  const created = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
  const one = `/operator/apps/${created.appId}`
  return { ...desk, created, one, path: `${one}/credentials` }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/apps/:app_id/credentials on ${engine}`, () => {
    const joinDesk = shareDesk(engine)
    const joinApp = async () => withApp(await joinDesk())

    test('201 a new bearer token replaces the old token; the audit log has the reason and no secret', async () => {
      const { ann, user, url, created, one, path } = await joinApp()
      const status = async (bearer: string) => {
        const headers = { authorization: `Bearer ${bearer}` }
        const answer = await fetch(`${url}/1.1/users/show.json?user_id=${user.id}`, { headers })
        await answer.arrayBuffer()
        return answer.status
      }
      assert.equal(await status(created.bearerToken), 200)
      const made = await ann.post(path, LEAKED)
      assert.deepEqual([made.status, Object.keys(made.body)], [201, ['bearer_token']])
      assert.equal(await status(made.body.bearer_token), 200)
      assert.equal(await status(created.bearerToken), 401)
      const { history } = (await ann.get(one)).body
      assert.deepEqual(
        history.map(({ action, reason }: Record<string, string>) => [action, reason]),
        [['app.regenerate_bearer', 'leaked']],
      )
      assert.ok(!JSON.stringify(history).includes(made.body.bearer_token))
    })

    test('201 new keys, and a new client secret', async () => {
      const { ann, context, created, one, path } = await joinApp()
      const keys = (await ann.post(path, { ...LEAKED, kind: 'keys' })).body
      assert.deepEqual(Object.keys(keys).sort(), ['consumer_key', 'consumer_secret'])
      assert.notEqual(keys.consumer_key, created.consumerKey)
      const before = await setClientType(context, created.appId, 'confidential')
      const client = (await ann.post(path, { ...LEAKED, kind: 'client-secret' })).body
      assert.equal(client.client_id, before.clientId)
      assert.notEqual(client.client_secret, before.clientSecret)
      const { history } = (await ann.get(one)).body
      assert.deepEqual(
        history.map(({ action, reason }: Record<string, string>) => [action, reason]),
        [
          ['app.regenerate_client_secret', 'leaked'],
          ['app.regenerate_keys', 'leaked'],
        ],
      )
    })

    test('409/client-not-confidential for an app without a confidential client', async () => {
      const { ann, context, created, path } = await joinApp()
      const body = { ...LEAKED, kind: 'client-secret' }
      assertProblem(await ann.post(path, body), '409/client-not-confidential')
      await setClientType(context, created.appId, 'public')
      assertProblem(await ann.post(path, body), '409/client-not-confidential')
    })

    test('404/app-not-found for unknown ids', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(await ann.post(`/operator/apps/${id}/credentials`, LEAKED), '404/app-not-found')
    })

    test('400/field-invalid for a blank reason and an unknown kind', async () => {
      const { ann, path } = await joinApp()
      for (const wrong of [{ reason: ' ' }, { kind: 'password' }])
        assertProblem(await ann.post(path, { ...LEAKED, ...wrong }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, path } = await joinApp()
      assertProblem(await developer.post(path, LEAKED), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, path } = await joinApp()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', path, LEAKED, headers), '403/foreign-origin')
    })
  })
}
