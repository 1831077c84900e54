import assert from 'node:assert/strict'
import { ask } from '../../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { refused, refusesForeignOrigins } from '../../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`each step of a signature on ${engine}`, async (t) => {
    const { url, path, owner, other, consumerSecret, context, ownerId } = await startConsoleApp(t, engine)
    const target = `${url}/1.1/account/verify_credentials.json`
    const sign = (body: object) =>
      owner.post(`${path}/signature/sign`, { method: 'get', url: target, with_token: true, ...body })

    await t.test('the returned header authenticates a request, and the response has no secret', async () => {
      const { status, body } = await sign({})
      assert.equal(status, 200)
      const { authorization } = body
      assert.equal((await ask(target, () => authorization)).status, 200)
      assert.equal(body.key, '{consumer secret}&{token secret}')
      assert.ok(!JSON.stringify(body).includes(consumerSecret))
      const fixed = { timestamp: 1, nonce: 'n', with_token: false, form: 'a=b%20c' }
      assert.match(
        (await sign(fixed)).body.parameter_string,
        /^a=b%20c&oauth_consumer_key=.*&oauth_nonce=n&.*&oauth_timestamp=1&oauth_version=1.0$/,
      )
    })

    const body = { method: 'GET', url: target, with_token: true }

    await t.test('404/app-not-found for another developer', () =>
      refused(other.post(`${path}/signature/sign`, body), 404, 'app-not-found'),
    )

    await t.test('400/field-invalid for a URL with another scheme than HTTP or HTTPS', async () => {
      const invalid = await sign({ url: 'ftp://x' })
      assert.deepEqual(
        [invalid.status, invalid.body.reason, invalid.body.field],
        [400, 'field-invalid', 'url'],
      )
    })

    await t.test('404/token-not-found for an app whose owner has no token', async () => {
      const { appId } = await createApp(context, { name: 'None', ownerId, permissions: 'read' })
      await refused(owner.post(`/apps/${appId}/signature/sign`, body), 404, 'token-not-found')
    })

    await refusesForeignOrigins(t, owner, [['POST', `${path}/signature/sign`, body]])
  })
}
