import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { createUsers } from '../../test/support/users.ts'
import { createApp } from '../domain/apps/create-app.ts'
import { issueToken } from '../domain/apps/tokens.ts'
import { Tail } from '../log/tail.ts'
import { CredentialCache } from './credential-cache.ts'
import { CurrentLog } from './current-log.ts'
import { EnrolmentCache } from './enrolment-cache.ts'

for (const engine of ENGINES) {
  test(`concurrent lookups of credentials that are not cached succeed, on ${engine}`, async (t) => {
    const { context } = await testRuntime(t, await freshConfig(t, engine))
    const users = await createUsers(context, 12)
    const issued = await Promise.all(
      users.map(async ({ id }) => {
        const app = await createApp(context, { name: `App ${id}`, ownerId: id, permissions: 'read' })
        const { accessToken } = await issueToken(context, { appId: app.appId, userId: id })
        return { userId: id, appId: app.appId, bearer: app.bearerToken, token: accessToken }
      }),
    )
    const tail = await Tail.open(context.store, context.clock)
    t.after(() => tail.close())
    const log = new CurrentLog(context.store, tail)
    const known = new CredentialCache(log, context.store)
    const enrolments = new EnrolmentCache(log, context.store)
    const [holders, apps, enrolled] = await Promise.all([
      Promise.all(
        [...issued.map(({ token }) => token), 'no-such-token'].map((token) => known.holderOf(token)),
      ),
      Promise.all([...issued.map(({ bearer }) => bearer), 'AAAAnone'].map((bearer) => known.appOf(bearer))),
      Promise.all(issued.map(({ appId }) => enrolments.of(appId))),
    ])
    assert.deepEqual(
      holders.map((holder) => holder?.user.id),
      [...issued.map(({ userId }) => userId), undefined],
    )
    assert.deepEqual(
      apps.map((app) => app?.id),
      [...issued.map(({ appId }) => appId), undefined],
    )
    assert.ok(enrolled.every((enrolment) => enrolment !== undefined))
  })
}
