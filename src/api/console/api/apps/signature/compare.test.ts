import assert from 'node:assert/strict'
import { ask } from '../../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../../test/support/console/console-app.ts'
import { refused, refusesForeignOrigins } from '../../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the base string of a developer is compared with the base string of the server, on ${engine}`, async (t) => {
    const { url, path, asOwner, owner, other } = await startConsoleApp(t, engine)
    const target = `${url}/1.1/account/verify_credentials.json?oauth_verifier=secret&q=a%20b`
    const authorization = asOwner('GET', target).replace('oauth_nonce="', 'oauth_nonce="x')
    await ask(target, () => authorization)
    const [{ id: failure_id, base_string }] = (await owner.get(`${path}/signature/failures`)).body.failures
    assert.match(base_string, /oauth_verifier%3D\*\*\*/)
    const compare = async (yours: string) =>
      (await owner.post(`${path}/signature/compare`, { failure_id, base_string: yours })).body

    await t.test(
      'the response has the first difference and the mistakes, with masked secrets in both strings',
      async () => {
        const own = base_string.replace('***', 'secret')
        assert.deepEqual(await compare(own), { is_same: true, server: '', yours: '', findings: [] })
        const { first_byte, findings } = await compare(own.replace('a%2520b', 'a%2Bb'))
        assert.equal(base_string.slice(first_byte, first_byte + 2), '52')
        assert.deepEqual(findings, [
          { mistake: 'plus-for-space', parameter: 'q', server: 'q%3Da%2520b', yours: 'q%3Da%2Bb' },
        ])
        assert.equal((await compare('%&%&%')).is_same, false)
      },
    )

    const body = { failure_id, base_string }

    await t.test('404/app-not-found for another developer', () =>
      refused(other.post(`${path}/signature/compare`, body), 404, 'app-not-found'),
    )

    await t.test('404/failure-not-found for an unknown id', () =>
      refused(
        owner.post(`${path}/signature/compare`, { ...body, failure_id: '99' }),
        404,
        'failure-not-found',
      ),
    )

    await t.test('400/field-invalid without a base string', async () => {
      const invalid = await owner.post(`${path}/signature/compare`, { failure_id })
      assert.deepEqual([invalid.status, invalid.body.field], [400, 'base_string'])
    })

    await refusesForeignOrigins(t, owner, [['POST', `${path}/signature/compare`, body]])
  })
}
