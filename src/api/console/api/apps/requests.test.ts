import assert from 'node:assert/strict'
import { ask } from '../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../test/support/console-app.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the requests of an app on ${engine}`, async (t) => {
    const { url, path, asApp, owner, other, server, appId } = await startConsoleApp(t, engine)
    await ask(`${url}/1.1/help/languages.json`, asApp)
    server.generations.traffic.requests.record(appId, Number.MAX_SAFE_INTEGER)
    await ask(`${url}/1.1/users/show.json?user_id=1`, asApp)

    await t.test('the newest is first, and a recorded one has its headers and bodies', async () => {
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
    })

    await t.test('404/app-not-found for another developer, 404/request-not-found for other ids', async () => {
      const { body } = await owner.get(`${path}/requests`)
      const reasons = [
        await other.get(`${path}/requests`),
        await other.get(`${path}/requests/${body.requests[0].id}`),
        await other.delete(`${path}/requests`),
        await owner.get(`${path}/requests/999`),
        await owner.get(`${path}/requests/x`),
      ].map((answer) => [answer.status, answer.body.reason])
      assert.deepEqual(reasons, [
        [404, 'app-not-found'],
        [404, 'app-not-found'],
        [404, 'app-not-found'],
        [404, 'request-not-found'],
        [404, 'request-not-found'],
      ])
    })

    await t.test('they can be removed', async () => {
      assert.equal((await owner.delete(`${path}/requests`)).status, 204)
      assert.deepEqual((await owner.get(`${path}/requests`)).body.requests, [])
    })
  })
}
