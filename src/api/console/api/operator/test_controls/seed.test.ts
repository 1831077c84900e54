/** Seed files at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem } from '../../../../../../test/support/console/desk.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'
import { findUser } from '../../../../../domain/accounts/user.ts'
import { MAX_SNAPSHOTS } from '../../../../../testing/snapshots.ts'

const PATH = '/operator/test_controls/seed'

const SEED = `users:
  - screen_name: ann
  - screen_name: ben
apps:
  - name: Bird watcher
    owner: ann
    tokens:
      - user: ben
posts:
  - author: ann
    text: a cat
`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls/seed on ${engine}`, () => {
    test('200: saves a snapshot, adds the data of the seed file, and returns the credentials', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.post(PATH, { seed: SEED })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.users.map(({ screen_name }: { screen_name: string }) => screen_name),
        ['ann', 'ben'],
      )
      assert.equal(body.apps[0].tokens[0].user, 'ben')
      assert.notEqual(await findUser(server.context.store, { screenName: 'ann' }), undefined)
      const { snapshots } = (await operator.get('/operator/test_controls')).body
      assert.deepEqual(
        snapshots.map(({ name }: { name: string }) => name),
        ['before-seed'],
      )
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual([entries[0].action, entries[0].details], ['test.load_seed', { users: 2, apps: 1 }])
    })

    test('400/control-invalid for an invalid seed file, with line and column', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const [seed, place] of [
        [`${SEED}  - author: carl\n    text: a dog\n`, /line 12, column \d+: .*carl/i],
        ['users: [', /line 1/i],
        ['cats: 1', /line 1, column 1/i],
      ] as const) {
        const answer = await operator.post(PATH, { seed })
        assertProblem(answer, '400/control-invalid')
        assert.match(answer.body.message, place)
      }
      // A second load fails, because the users of the seed file exist now.
      await operator.post(PATH, { seed: SEED })
      const again = await operator.post(PATH, { seed: SEED })
      assertProblem(again, '400/control-invalid')
      assert.match(again.body.message, /line 2, column \d+/i)
    })
  })
}

suite('/console/api/operator/test_controls/seed', () => {
  const test = slowOnPostgres('sqlite')
  const shared = shareInSuite((hooks) => startInTestMode(hooks))

  test('409/control-conflict beyond the maximum number of snapshots', async (t) => {
    const server = await shared()
    const { snapshots } = server.server.testControls ?? {}
    assert.ok(snapshots !== undefined)
    const all = Array.from({ length: MAX_SNAPSHOTS }, (_, at) => ({ name: `s${at}`, version: '1' }))
    t.mock.method(snapshots, 'list', async () => all)
    const operator = await ConsoleClient.signedIn(server, { isOperator: true })
    assertProblem(await operator.post(PATH, { seed: SEED }), '409/control-conflict')
  })

  test('400/field-invalid without a seed', async () => {
    const operator = await ConsoleClient.signedIn(await shared(), { isOperator: true })
    assertProblem(await operator.post(PATH, {}), '400/field-invalid')
  })

  test('404/no-test-controls without test controls', async (t) => {
    const operator = await ConsoleClient.signedIn(await startTestServer(t), { isOperator: true })
    assertProblem(await operator.post(PATH, { seed: SEED }), '404/no-test-controls')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.post(PATH, { seed: SEED }), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const operator = await ConsoleClient.signedIn(await shared(), { isOperator: true })
    const site = { origin: 'https://evil.example' }
    assertProblem(await operator.call('POST', PATH, { seed: SEED }, site), '403/foreign-origin')
  })
})
