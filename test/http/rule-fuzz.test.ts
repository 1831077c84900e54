/** Tests promise 6: nearly valid rules and invalid bodies get documented responses, and never a 5xx. */
import assert from 'node:assert/strict'
import { ENGINES } from '../support/engines.ts'
import { byPart, slowOnPostgres } from '../support/part.ts'
import * as fc from '../support/properties.ts'
import { startTestServer } from '../support/server.ts'
import { mutatedRule } from '../support/streams/filter-fuzz.ts'
import { createProjectApp, postJson, type RuleAnswer } from '../support/streams/rule-suite.ts'

const PLACES = ['/labs/1/tweets/stream/filter/rules', '/2/tweets/search/stream/rules']
const SEED = 11

/** Asserts that a response matches the table of documented errors. */
function check({ status, body }: RuleAnswer, about: string): void {
  assert.ok([200, 201, 400, 422].includes(status), `${status} for ${about}`)
  if (status !== 400 && status !== 422) return
  const isProblem = 'title' in body && 'detail' in body && 'type' in body
  const isInvalid = Array.isArray(body.errors) && body.meta?.summary.created === 0
  assert.ok(isProblem || isInvalid, JSON.stringify(body))
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`nearly valid rules and invalid bodies over HTTP on ${engine}`, async (t) => {
    const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
    const { asApp } = await createProjectApp(context)
    const rules = fc.sample(mutatedRule, { numRuns: byPart(100, 240), seed: SEED })
    const bodies = fc.sample(fc.json({ maxDepth: 3 }), { numRuns: byPart(30, 60), seed: SEED })
    for (const [index, place] of PLACES.entries()) {
      for (let at = index; at < rules.length; at += 2 * PLACES.length) {
        const add = rules.slice(at, at + 2).map((value) => ({ value, tag: value }))
        const answer = await postJson(`${url}${place}`, asApp, { add })
        check(answer, JSON.stringify(add))
        const ids = (answer.body.data ?? []).map(({ id }: { id: string }) => id)
        if (ids.length === 0) continue
        const gone = await postJson(`${url}${place}`, asApp, { delete: { ids } })
        assert.deepEqual(gone.body.meta.summary, { deleted: ids.length, not_deleted: 0 })
      }
      for (const body of bodies) check(await postJson(`${url}${place}`, asApp, body), body)
    }
  })
}
