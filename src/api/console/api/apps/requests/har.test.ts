import assert from 'node:assert/strict'
import { ask } from '../../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the requests of an app as an archive on ${engine}`, async (t) => {
    const { url, path, asApp, owner, other } = await startConsoleApp(t, engine)
    await ask(`${url}/1.1/help/languages.json?a=b`, asApp)
    const { headers, body } = await owner.get(`${path}/requests/har`)
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="requests-\d+\.har"$/)
    const [entry] = body.log.entries
    assert.deepEqual(
      [body.log.version, entry.request.url, entry.request.queryString, entry.response.status],
      ['1.2', `${url}/1.1/help/languages.json?a=b`, [{ name: 'a', value: 'b' }], 200],
    )

    await t.test('404/app-not-found for another developer', async () => {
      assert.equal((await other.get(`${path}/requests/har`)).body.reason, 'app-not-found')
    })
  })
}
