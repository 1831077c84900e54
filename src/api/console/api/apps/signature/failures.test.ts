import assert from 'node:assert/strict'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the refused signatures of an app on ${engine}`, async (t) => {
    const { url, path, asOwner, owner, other, clock } = await startConsoleApp(t, engine)
    const target = `${url}/1.1/account/verify_credentials.json`
    const authorization = asOwner('GET', target)
    clock.step(400_000)
    await fetch(target, { headers: { authorization } })
    const [failure] = (await owner.get(`${path}/signature/failures`)).body.failures
    assert.deepEqual(
      [
        failure.reason,
        failure.method,
        failure.origin,
        failure.path,
        failure.clock_seconds,
        failure.key_mistake,
      ],
      ['the timestamp is too-old', 'GET', url, '/1.1/account/verify_credentials.json', 400, 'right'],
    )
    assert.match(failure.base_string, /^GET&http%3A%2F%2F/)

    await t.test('404/app-not-found for another developer', async () => {
      assert.equal((await other.get(`${path}/signature/failures`)).body.reason, 'app-not-found')
    })
  })
}
