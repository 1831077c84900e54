/**
 * Sends bad input, which is generated from the declarations of endpoints (INVARIANTS.md 6). Each endpoint of
 * each family gets every kind of wrong value for each parameter, wrong credentials of each kind, and wrong
 * methods, formats, bytes and sizes. No response may be a 5xx. Every error must have the format of its
 * family, and a code that the endpoint declares or that all endpoints of its family share. If the
 * specification names a code for an input, the response must have this code.
 *
 * The slow part of the suite tests every declared endpoint, and the fast part tests a tenth of them.
 */
import assert from 'node:assert/strict'
import { publicFamilies } from '../../src/api/_families.ts'
import { createLogger } from '../../src/lib/log.ts'
import { ENGINES } from '../support/engines.ts'
import { Connections } from '../support/http/connections.ts'
import { sample, slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import { Asker, assertSame, wrongs } from './bad-input/asker.ts'
import { CredentialTrial } from './bad-input/credentials.ts'
import { dialectOf } from './bad-input/dialect.ts'
import { DOCUMENTED, spelled } from './bad-input/documented.ts'
import type { Fault, Kind } from './bad-input/faults.ts'
import { BadInputFixture } from './bad-input/fixture.ts'
import { ParameterTrial } from './bad-input/parameters.ts'
import { Proofs } from './bad-input/proofs.ts'
import { RequestTrial } from './bad-input/requests.ts'
import { shortly } from './bad-input/speech.ts'

/**
 * True for texts. Texts reach the database, and one engine may refuse some texts, such as texts with NUL.
 */
function reachesDatabase(takes: Kind, { meaning }: Fault): boolean {
  return takes === 'text' && (meaning === 'good' || meaning === 'bad')
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 6: bad input on ${engine}`, async (t) => {
    const failures: string[] = []
    const logger = createLogger('error', { write: (line: string) => failures.push(line) })
    const { url, context } = await startTestServer(t, {
      engine,
      settings: EVERY_PATH,
      logger,
    })
    const fixture = await BadInputFixture.set(context)
    const proofs = new Proofs(fixture, url)
    const families = publicFamilies()
    const asker = new Asker(new Connections(t, url), url, families)
    const credentials = new CredentialTrial(asker, fixture, proofs)
    const isWhole = engine === 'sqlite'
    const parameters = new ParameterTrial(asker, fixture, proofs, isWhole ? undefined : reachesDatabase)
    const requests = new RequestTrial(asker, fixture.good, families)

    for (const family of families) {
      for (const endpoint of sample(family.endpoints, family.name)) {
        const dialect = dialectOf(family, endpoint.paths[0], endpoint.method)
        await t.test(`${endpoint.method} ${endpoint.paths[0]}`, async (t) => {
          await t.test('wrong credentials are refused', async () => {
            assert.deepEqual(await credentials.wrongsOf(dialect, endpoint), [])
          })
          await t.test('wrong parameters are refused', async () => {
            assert.deepEqual(await parameters.wrongsOf(dialect, endpoint), [])
          })
          if (!isWhole) return
          await t.test('wrong methods, formats, bytes and sizes are refused', async () => {
            const proof = await proofs.good(endpoint.auth[0] ?? 'none')
            assert.deepEqual(await requests.wrongsOf(dialect, endpoint, proof), [])
          })
        })
      }
    }

    await t.test('inputs that the specification names get the specified responses', async () => {
      const names = families.flatMap(({ endpoints }) =>
        endpoints.map(({ method, paths }) => `${method} ${paths[0]}`),
      )
      assert.deepEqual(
        DOCUMENTED.filter(({ endpoint }) => !names.includes(endpoint)),
        [],
      )
      const values = {
        id: String(fixture.friend.id),
        name: fixture.friend.screenName,
        me: String(fixture.user.id),
        many: Array.from({ length: 101 }, (_, index) => index + 1).join(','),
      }
      const wrong = await asker.connections.bulk(DOCUMENTED, ({ endpoint, as, text, answer }) =>
        wrongs(`${as}: ${endpoint} ${text}`, async () => {
          const [method = '', path = ''] = endpoint.split(' ')
          const answered = await asker.ask({
            method,
            path,
            text: spelled(text, values),
            proof: await proofs.good(as),
          })
          const { refusal, status } = answered
          assertSame(refusal === undefined ? String(status) : shortly(refusal), answer)
        }),
      )
      assert.deepEqual(wrong, [])
    })
    assert.deepEqual(failures, [], 'the log has no failure')
  })
}
