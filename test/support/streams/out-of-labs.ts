/**
 * Tests the response that an app gets from Labs after it was removed from Labs
 * (spec/errors.md#problem-objects, spec/labs-lookup.md#enrolment).
 */
import assert from 'node:assert/strict'
import { changeLabsEnrolment } from '../../../src/domain/apps/enrolment.ts'
import { ask } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import { type SharedServer, serverFor } from '../server.ts'
import { createOneUser } from '../users.ts'
import { createProjectApp } from './rule-suite.ts'

interface OutOfLabs {
  /** True for an endpoint that is only for users. By default, the request has app authentication. */
  readonly isForUsers?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** A server on SQLite that other tests also use. By default, the test starts a server. */
  readonly shared?: SharedServer
}

/** @param path path with a query that succeeds in Labs */
export function outOfLabsTest(
  path: string,
  { isForUsers = false, settings = {}, shared }: OutOfLabs = {},
): void {
  const version = path.startsWith('/labs/1/') ? '1' : '2'
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`403/3 an app removed from Labs, on ${engine}`, async (t) => {
      const isShared = engine === 'sqlite' && shared !== undefined
      const { url, context } = await serverFor(t, isShared ? shared : { engine, settings })
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
