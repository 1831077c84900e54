/**
 * Tests the response that an app gets from Labs after it was removed from Labs
 * (spec/errors.md#problem-objects, spec/labs-lookup.md#enrolment).
 */
import assert from 'node:assert/strict'
import { changeLabsEnrolment } from '../../../src/domain/apps/enrolment.ts'
import { ask } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import { startTestServer } from '../server.ts'
import { createOneUser } from '../users.ts'
import { createProjectApp } from './rule-suite.ts'

/**
 * @param path path with a query that succeeds in Labs. The request has app authentication, unless the
 * endpoint is only for users
 */
export function outOfLabsTest(
  path: string,
  isForUsers = false,
  settings: Readonly<Record<string, string>> = {},
): void {
  const version = path.startsWith('/labs/1/') ? '1' : '2'
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`403/3 an app removed from Labs, on ${engine}`, async (t) => {
      const { url, context } = await startTestServer(t, { engine, settings })
      const app = await createProjectApp(context)
      const { id } = await createOneUser(context)
      const as = isForUsers ? await app.asUser(id) : app.asApp
      await changeLabsEnrolment(context, app.appId, false)
      const { status, text } = await ask(`${url}${path}`, as)
      assert.equal(status, 403)
      assert.deepEqual(JSON.parse(text), {
        client_id: String(app.appId),
        detail: 'This app is not enrolled in Labs.',
        reason: 'client-not-enrolled',
        registration_url: 'https://developer.twitter.com/en/account/labs',
        title: 'Client Forbidden',
        type: `https://api.twitter.com/labs/${version}/problems/client-forbidden`,
      })
      await changeLabsEnrolment(context, app.appId, true)
      const again = await fetch(`${url}${path}`, { headers: { authorization: as('GET', `${url}${path}`) } })
      assert.equal(again.status, 200)
      await again.body?.cancel()
    })
  }
}
