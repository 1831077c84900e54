/** /console/api/apps: spec/console.md#apps. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import {
  assertProblem,
  bearerStatus,
  openAppConsole,
  signedStatus,
} from '../../../../test/support/console/console-own-apps.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { issueToken } from '../../../domain/apps/tokens.ts'

const NEW = { name: 'New', permissions: 'read-write', project_id: null } as const

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`apps in the console on ${engine}`, () => {
    test('an app is created with working secrets, then listed, changed and deleted', async (t) => {
      const { client, unlinked, context, owner, url } = await openAppConsole(t, engine)
      const sent = {
        ...NEW,
        name: ' Tom & "Jerry" ',
        url: ' https://app.example ',
        callback_urls: [' https://app.example/back ', '', 'https://app.example/back'],
        organisation: '<i>Acme</i>',
        allows_sign_in: false,
        may_read_email: true,
      }
      const made = await client.post('/apps', sent)
      assert.equal(made.status, 201)
      const { app, bearer_token, ...keys } = made.body
      assert.deepEqual(
        [app.name, app.url, app.callback_urls, app.organisation, app.allows_sign_in, app.may_read_email],
        ['Tom & "Jerry"', 'https://app.example', ['https://app.example/back'], '<i>Acme</i>', false, true],
      )
      assert.deepEqual((await client.get(`/apps/${app.id}`)).body, app)
      const list = (await client.get('/apps')).body
      assert.deepEqual(
        [list.apps.length, list.apps[1].id, list.max_apps, list.max_standalone_apps],
        [2, app.id, 100, 10],
      )
      assert.deepEqual((await unlinked.get('/apps')).body.apps, [])
      const { accessToken, accessTokenSecret } = await issueToken(context, {
        appId: BigInt(app.id),
        userId: owner.id,
      })
      const token = { access_token: accessToken, access_token_secret: accessTokenSecret }
      const at = { url, clock: context.clock }
      assert.deepEqual(
        [await signedStatus(at, keys, token), await bearerStatus(url, bearer_token)],
        [200, 200],
      )
      const changes = { name: 'Renamed', organisation: '', callback_urls: [] }
      const changed = (await client.put(`/apps/${app.id}`, changes)).body
      assert.deepEqual(changed, { ...app, ...changes })
      const wrong = await client.delete(`/apps/${app.id}`, { name: 'renamed' })
      assertProblem(wrong, 400, 'app-name-not-confirmed', 'name')
      assert.equal((await client.delete(`/apps/${app.id}`, { name: ' Renamed ' })).status, 204)
      assert.deepEqual(
        [await signedStatus(at, keys, token), await bearerStatus(url, bearer_token)],
        [401, 401],
      )
      assertProblem(await client.get(`/apps/${app.id}`), 404, 'app-not-found')
    })
  })
}

const test = slowOnPostgres('sqlite')
test('errors of requests about apps', async (t) => {
  const { client, otherDeveloper, unlinked, path } = await openAppConsole(t)
  await t.test('404/app-not-found for the app of another developer', async () => {
    assertProblem(await otherDeveloper.get(path), 404, 'app-not-found')
    assertProblem(await otherDeveloper.put(path, { name: 'Mine' }), 404, 'app-not-found')
    assertProblem(await otherDeveloper.delete(path, { name: 'An app' }), 404, 'app-not-found')
  })
  await t.test('403/foreign-origin for the page of another site', async () => {
    const site = { origin: 'https://evil.example' }
    assertProblem(await client.call('POST', '/apps', NEW, site), 403, 'foreign-origin')
  })
  await t.test('409/no-network-user for an account without a user', async () => {
    assertProblem(await unlinked.post('/apps', NEW), 409, 'no-network-user')
  })
  await t.test('404/project-not-found for another developer’s project', async () => {
    const { id } = (await otherDeveloper.post('/projects', { name: 'Foreign' })).body
    assertProblem(await client.post('/apps', { ...NEW, project_id: id }), 404, 'project-not-found')
  })
  const bad = async (fields: object, reason: string, field: string) => {
    assertProblem(await client.post('/apps', { ...NEW, ...fields }), 400, reason, field)
    assertProblem(await client.put(path, fields), 400, reason, field)
  }
  await t.test('400/field-invalid for unknown permissions', () =>
    bad({ permissions: 'all' }, 'field-invalid', 'permissions'),
  )
  await t.test('400/name-too-long for 33 characters', () =>
    bad({ name: 'x'.repeat(33) }, 'name-too-long', 'name'),
  )
  await t.test('400/name-invalid for a name with HTML tags', () =>
    bad({ name: '<script>alert(1)</script>' }, 'name-invalid', 'name'),
  )
  await t.test('400/description-invalid for 201 characters', () =>
    bad({ description: 'x'.repeat(201) }, 'description-invalid', 'description'),
  )
  await t.test('400/app-url-invalid for a javascript: URL', () =>
    bad({ url: 'javascript:alert(1)' }, 'app-url-invalid', 'url'),
  )
  await t.test('400/callback-invalid for a URL with blanks, and for 11 URLs', async () => {
    await bad({ callback_urls: ['https://a.example/b c'] }, 'callback-invalid', 'callback_urls')
    const many = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`)
    await bad({ callback_urls: many }, 'callback-invalid', 'callback_urls')
  })
  await t.test('400/terms-url-invalid', () => bad({ terms_url: 'terms' }, 'terms-url-invalid', 'terms_url'))
  await t.test('400/privacy-url-invalid', () =>
    bad({ privacy_url: 'ftp://a.example' }, 'privacy-url-invalid', 'privacy_url'),
  )
  await t.test('400/organisation-invalid', () =>
    bad({ organisation: 'a\nb' }, 'organisation-invalid', 'organisation'),
  )
  await t.test('400/organisation-url-invalid', () =>
    bad({ organisation_url: 'a b' }, 'organisation-url-invalid', 'organisation_url'),
  )
  await t.test('400/app-name-not-confirmed for another name', async () => {
    assertProblem(await client.delete(path, { name: '' }), 400, 'app-name-not-confirmed', 'name')
  })
  await t.test('409/apps-too-many beyond 10 standalone apps', async () => {
    for (let made = 0; made < 9; made += 1) assert.equal((await client.post('/apps', NEW)).status, 201)
    assertProblem(await client.post('/apps', NEW), 409, 'apps-too-many')
  })
})
