/**
 * Sends bad JSON bodies to API v2. They are generated from the declared schemas (INVARIANTS.md 6). Every
 * member is left out, malformed, of another type, too long, or repeated, and unknown members are added. The
 * caller has an OAuth 2.0 token of a user, or the token of the app. No response may be a 5xx. A body that
 * violates its schema gets 400, and every other error must be declared by the endpoint.
 */
import assert from 'node:assert/strict'
import { publicFamilies } from '../../src/api/_families.ts'
import { V2_ENDPOINTS } from '../../src/api/2/_endpoints.ts'
import { setClientType } from '../../src/domain/apps/oauth2/client.ts'
import { must } from '../../src/lib/assert.ts'
import { createLogger } from '../../src/lib/log.ts'
import { ENGINES } from '../support/engines.ts'
import { Connections } from '../support/http/connections.ts'
import { userTokens } from '../support/oauth/oauth2.ts'
import { sample, slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import type { AnyEndpoint } from './bad-input/any-family.ts'
import { type Answered, Asker, assertDeclared, filled, wrongs } from './bad-input/asker.ts'
import { type BodyFault, type BodySchema, bodyFaults } from './bad-input/body-faults.ts'
import { dialectOf } from './bad-input/dialect.ts'
import { BadInputFixture } from './bad-input/fixture.ts'
import { shortly } from './bad-input/speech.ts'

/** Errors with which all endpoints refuse a bad body. */
const OF_BODIES = ['400/Invalid Request', '400/Bad Request']

/** Faults that an endpoint does not refuse with 400. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  // No app may send these members, so every value gets 403.
  'POST /2/tweets': /^(community_id|card_uri): /,
  // Unknown members are ignored.
  'PUT /2/tweets/:id/hidden': /: unknown$/,
  'POST /2/tweets/search/stream/rules': /: unknown$/,
  // Fields of uploads are checked as leniently as in v1.1.
  'POST /2/media/upload/initialize': /^(additional_owners: too many|shared: a word)$/,
}

/** Faults that rule-fuzz.test.ts tests, because the response to an invalid rule has another format. */
const NOT_TRIED: Readonly<Record<string, RegExp>> = {
  'POST /2/tweets/search/stream/rules': /^add\.value: /,
}

const WITH_BODIES: readonly AnyEndpoint[] = V2_ENDPOINTS.filter(
  ({ body }) => body?.kind === 'json' || body?.kind === 'optional-json',
)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 6: bad JSON bodies of API v2 on ${engine}`, async (t) => {
    const failures: string[] = []
    const logger = createLogger('error', { write: (line: string) => failures.push(line) })
    const { url, context } = await startTestServer(t, { engine, settings: EVERY_PATH, logger })
    const fixture = await BadInputFixture.set(context)
    const { appId, bearerToken } = fixture.app
    await setClientType(context, appId, 'public')
    const { accessToken } = await userTokens(context, { appId, userId: fixture.user.id })
    const families = publicFamilies()
    const family = must(
      families.find(({ owns }) => owns('/2/tweets')),
      'API v2',
    )
    const asker = new Asker(new Connections(t, url), url, families)

    assert.ok(WITH_BODIES.length > 20)
    for (const endpoint of WITH_BODIES) {
      const { method, paths, auth, body } = endpoint
      const dialect = dialectOf(family, paths[0], method)
      const token = auth.includes('user') ? accessToken : bearerToken
      const path = filled(endpoint, paths[0], fixture.good)
      const ask = (text: string) => asker.askJson({ method, path, text, proof: () => `Bearer ${token}` })
      const name = `${method} ${paths[0]}`
      await t.test(name, async () => {
        const faults = bodyFaults(body?.schema as BodySchema).filter(
          (fault) => NOT_TRIED[name]?.test(fault.name) !== true,
        )
        const wrong = await asker.connections.bulk(sample(faults, name), (fault) =>
          wrongs(fault.name, async () => judge(await ask(fault.text), fault)),
        )
        assert.deepEqual(wrong, [])

        function judge(answer: Answered, fault: BodyFault): void {
          const refused = answer.refusal === undefined ? String(answer.status) : shortly(answer.refusal)
          if (OF_BODIES.includes(refused)) return
          const mustRefuse = fault.isWrong && ACCEPTED[name]?.test(fault.name) !== true
          assert.ok(!mustRefuse, `${refused}, must be one of ${OF_BODIES.join()}`)
          assertDeclared(answer, dialect, endpoint)
        }
      })
      await t.test(`${name}: bodies of wrong sizes and bytes are refused`, async () => {
        const maxBytes = body?.maxBytes ?? 512 * 1024
        const large = await ask(`{"a":"${'n'.repeat(maxBytes)}"}`)
        assert.equal(shortly(must(large.refusal, 'a refusal')), '413/Content Too Large')
        const latin = await asker.send(
          path,
          `${method} ${path} HTTP/1.1`,
          [['authorization', `Bearer ${token}`]],
          { type: 'application/json', octets: '{"a":"\xff"}' },
        )
        assert.ok(OF_BODIES.includes(shortly(must(latin.refusal, 'a refusal'))))
      })
    }
    assert.deepEqual(failures, [], 'the log has no failure')
  })
}
