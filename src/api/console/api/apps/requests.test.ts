import assert from 'node:assert/strict'
import { ask } from '../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../test/support/console/console-app.ts'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the requests of an app on ${engine}`, async (t) => {
    const { url, path, asApp, owner, other, server, appId } = await startConsoleApp(t, engine)
    await ask(`${url}/1.1/help/languages.json`, asApp)
    server.generations.traffic.requests.record(appId, Date.UTC(2100, 0))
    await ask(`${url}/1.1/users/show.json?user_id=1`, asApp)

    await t.test(
      'the newest request is first, and a recorded request has its response, but not its token',
      async () => {
        const { body } = await owner.get(`${path}/requests`)
        const [first, second] = body.requests
        assert.deepEqual(
          [first.status, first.is_recorded, second.status, second.is_recorded],
          [404, true, 200, false],
        )
        assert.match(first.error, /"code":50/)
        const details = (await owner.get(`${path}/requests/${first.id}`)).body
        assert.deepEqual([details.request, details.origin], [first, url])
        assert.match(details.received.body, /"code":50/)
        assert.ok(!JSON.stringify(details).includes(asApp('GET', url).slice('Bearer '.length)))
        assert.equal((await owner.get(`${path}/requests/${second.id}`)).body.sent, undefined)
      },
    )

    await t.test('404/app-not-found for another developer', async () => {
      const { body } = await owner.get(`${path}/requests`)
      await refused(other.get(`${path}/requests`), 404, 'app-not-found')
      await refused(other.get(`${path}/requests/${body.requests[0].id}`), 404, 'app-not-found')
      await refused(other.delete(`${path}/requests`), 404, 'app-not-found')
    })

    await t.test('404/request-not-found for unknown ids', async () => {
      await refused(owner.get(`${path}/requests/999`), 404, 'request-not-found')
      await refused(owner.get(`${path}/requests/x`), 404, 'request-not-found')
    })

    await refusesForeignOrigins(t, owner, [['DELETE', `${path}/requests`]])

    await t.test('all requests can be removed', async () => {
      assert.equal((await owner.delete(`${path}/requests`)).status, 204)
      assert.deepEqual((await owner.get(`${path}/requests`)).body.requests, [])
    })
  })
}
