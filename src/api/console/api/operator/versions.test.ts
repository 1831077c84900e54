/** The lifetimes of API paths at the desk (spec/console.md#versions-page). */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { assertProblem, startDesk } from '../../../../../test/support/console/desk.ts'
import { startTestServer } from '../../../../../test/support/server.ts'

suite('/console/api/operator/versions', () => {
  test('200: the response has the day of the API, and the state of each path on that day', async (t) => {
    const server = await startTestServer(t, { settings: { api_date: '2020-09-01' } })
    const operator = await ConsoleClient.signedIn(server, { isOperator: true })
    const { body } = await operator.get('/operator/versions')
    assert.equal(body.day, '2020-09-01')
    const stateOf = (path: string) =>
      body.lifetimes.find(({ paths }: { paths: string[] }) => paths.includes(path))?.state
    assert.equal(stateOf('/1/*'), 'ended')
    assert.equal(stateOf('/labs/2/tweets/search'), 'deprecated')
    assert.equal(stateOf('/labs/2/tweets'), 'served')
    // By default, all paths of API v2 are served on every day.
    assert.equal(stateOf('/2/spaces'), 'served')
  })

  test('200: with `second_generation: dated`, the states of API v2 paths depend on the day', async (t) => {
    const settings = { api_date: '2020-09-01', second_generation: 'dated' }
    const server = await startTestServer(t, { settings })
    const operator = await ConsoleClient.signedIn(server, { isOperator: true })
    const { body } = await operator.get('/operator/versions')
    const spaces = body.lifetimes.find(({ paths }: { paths: string[] }) => paths.includes('/2/spaces'))
    assert.equal(spaces.state, 'future')
  })

  test('200: the day is null when every path is served', async (t) => {
    const server = await startTestServer(t, { settings: { api_date: 'latest' } })
    const operator = await ConsoleClient.signedIn(server, { isOperator: true })
    const { body } = await operator.get('/operator/versions')
    assert.equal(body.day, null)
    assert.ok(body.lifetimes.every(({ state }: { state: string }) => state === 'served'))
  })

  test('403/operators-only for other console users', async (t) => {
    const { developer } = await startDesk(t, 'sqlite')
    assertProblem(await developer.get('/operator/versions'), '403/operators-only')
  })
})
