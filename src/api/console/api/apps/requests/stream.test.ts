import assert from 'node:assert/strict'
import { ask } from '../../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`each request of an app appears when its response is sent, on ${engine}`, async (t) => {
    const { url, path, asApp, owner, other } = await startConsoleApp(t, engine)
    const stop = new AbortController()
    const headers = { cookie: owner.cookie ?? '' }
    const open = () => fetch(`${url}/console/api${path}/requests/stream`, { headers, signal: stop.signal })
    const response = await open()
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    const reader = (response.body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    await ask(`${url}/1.1/help/languages.json`, asApp)
    while (!text.includes('event: request')) text += (await reader.read()).value ?? ''
    assert.match(text, /"endpoint":"\/1\.1\/help\/languages\.json".*"is_recorded":true/)

    await t.test('404/app-not-found for another developer', () =>
      refused(other.get(`${path}/requests/stream`), 404, 'app-not-found'),
    )

    await t.test('429/too-many-readers for a fifth live page of a session', async () => {
      // fetch closes the connection of a response that the garbage collector frees.
      const pages = await Promise.all([open(), open(), open()])
      await refused(owner.get(`${path}/requests/stream`), 429, 'too-many-readers')
      assert.deepEqual(
        pages.map((page) => page.status),
        [200, 200, 200],
      )
    })
    stop.abort()
  })
}
