import assert from 'node:assert/strict'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { refusesForeignOrigins } from '../../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`a recording ends after an hour, or earlier on request, on ${engine}`, async (t) => {
    const { path, owner, other, clock } = await startConsoleApp(t, engine)
    const until = async () => (await owner.get(`${path}/requests`)).body.recorded_until
    const { status, body } = await owner.post(`${path}/requests/recording`, {})
    assert.deepEqual([status, body.recorded_until], [201, '2020-08-12T11:30:00.000Z'])
    assert.equal(await until(), body.recorded_until)
    assert.equal((await owner.delete(`${path}/requests/recording`)).status, 204)
    assert.equal(await until(), undefined)
    await owner.post(`${path}/requests/recording`, {})
    clock.step(3_600_000)
    assert.equal(await until(), undefined)

    await refusesForeignOrigins(t, owner, [
      ['POST', `${path}/requests/recording`, {}],
      ['DELETE', `${path}/requests/recording`],
    ])

    await t.test('404/app-not-found for another developer', async () => {
      for (const answer of [
        await other.post(`${path}/requests/recording`, {}),
        await other.delete(`${path}/requests/recording`),
      ]) {
        assert.deepEqual([answer.status, answer.body.reason], [404, 'app-not-found'])
      }
    })
  })
}
