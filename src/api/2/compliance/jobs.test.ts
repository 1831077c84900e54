/** Tests batch compliance over HTTP (spec/batch-compliance.md#jobs). */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import type { Engine } from '../../../db/query.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { addAppToProject, createProject } from '../../../domain/apps/projects/projects.ts'
import { deleteExpiredJobs, workOnJobs } from '../../../domain/compliance/jobs.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { scrubGeo } from '../../../domain/posts/state/scrub-geo.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import type { Clock } from '../../../lib/time/clock.ts'

async function open(t: TestContext, engine: Engine, clock?: Clock) {
  const { url, context } = await startTestServer(t, { engine, ...(clock === undefined ? {} : { clock }) })
  const users = await createUsers(context, 5)
  const inProject = async (): Promise<TestApp> => {
    const app = await createTestApp(context)
    const project = await createProject(context, { name: 'Duties', ownerId: (users[0] as User).id })
    await addAppToProject(context, project.id, app.appId)
    return app
  }
  const call = async (app: TestApp, method: string, path: string, body?: unknown) => {
    const address = `${url}${path}`
    const response = await fetch(address, {
      method,
      headers: {
        authorization: app.asApp(method, address),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  return { url, context, users, inProject, call }
}

const JOBS = '/2/compliance/jobs'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/batch-compliance.md#results: from upload to download, on ${engine}`, async (t) => {
    const { context, users, inProject, call } = await open(t, engine)
    const app = await inProject()
    const [author, gone, locked, left, shy] = users as [User, User, User, User, User]
    const post = async (user: User) =>
      (await createPost(context, { authorId: user.id, text: `${user.id} says` })).id
    const ids = {
      kept: await post(author),
      deleted: (await createPost(context, { authorId: author.id, text: 'not for long' })).id,
      suspended: await post(gone),
      deactivated: await post(left),
      protected: await post(shy),
      dropped: await post(locked),
    }
    await deletePost(context, { postId: ids.deleted })
    await changePostState(context, { postId: ids.dropped, action: 'drop' })
    await changeUserState(context, { userId: gone.id, action: 'suspend' })
    await changeUserState(context, { userId: left.id, action: 'deactivate' })
    await changeUserState(context, { userId: shy.id, action: 'protect' })
    await scrubGeo(context, { userId: author.id, upToId: ids.kept })

    const made = await call(app, 'POST', JOBS, { type: 'tweets', name: 'weekly' })
    assert.equal(made.status, 200)
    const job = made.json.data
    assert.deepEqual([job.type, job.name, job.resumable, job.status], ['tweets', 'weekly', false, 'created'])
    for (const name of ['created_at', 'upload_expires_at', 'download_expires_at']) {
      assert.match(job[name], /:\d\d\.000Z$/, name)
    }
    const held = [...Object.values(ids), 12345n].join('\n')
    const upload = await fetch(job.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: held,
    })
    assert.equal(upload.status, 200)
    while (await workOnJobs(context)) {
      // Each call looks up the next part of the ids.
    }
    const shown = await call(app, 'GET', `${JOBS}/${job.id}`)
    assert.equal(shown.json.data.status, 'complete')
    const text = await (await fetch(job.download_url)).text()
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ id, action, reason }) => [id, action, reason]),
      [
        [String(ids.kept), 'scrub_geo', 'scrub_geo'],
        [String(ids.deleted), 'delete', 'deleted'],
        [String(ids.suspended), 'delete', 'suspended'],
        [String(ids.deactivated), 'delete', 'deactivated'],
        [String(ids.protected), 'delete', 'protected'],
        [String(ids.dropped), 'delete', 'dropped'],
      ],
    )
    for (const { redacted_at, reason } of lines) {
      if (reason !== 'protected') assert.match(redacted_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    }

    await t.test('users, with more ids than are checked at a time', async () => {
      const { json } = await call(app, 'POST', JOBS, { type: 'users' })
      const many = [
        ...users.map(({ id }) => id),
        ...Array.from({ length: 5_000 }, (_, index) => BigInt(index + 1)),
      ]
      await fetch(json.data.upload_url, { method: 'PUT', body: many.join('\r\n') })
      while (await workOnJobs(context)) {
        // Each call looks up the next part of the ids.
      }
      const found = (await (await fetch(json.data.download_url)).text()).trimEnd().split('\n')
      assert.deepEqual(
        found.map((line) => JSON.parse(line).reason),
        ['suspended', 'deactivated', 'protected'],
      )
    })

    await t.test('the list has only jobs of the app, of the requested type and status', async () => {
      const other = await inProject()
      assert.deepEqual((await call(other, 'GET', `${JOBS}?type=tweets`)).json, {})
      assert.equal((await call(other, 'GET', `${JOBS}/${job.id}`)).json.errors[0].title, 'Not Found Error')
      const list = await call(app, 'GET', `${JOBS}?type=tweets&status=complete`)
      assert.deepEqual(
        list.json.data.map(({ id }: { id: string }) => id),
        [job.id],
      )
      assert.deepEqual((await call(app, 'GET', `${JOBS}?type=tweets&status=failed`)).json, {})
    })

    await t.test('400/2 the response names the error', async () => {
      for (const body of [
        {},
        { type: 'posts' },
        { type: 'tweets', name: 'x'.repeat(65) },
        [],
        { type: 'users', extra: 1 },
      ]) {
        assert.equal((await call(app, 'POST', JOBS, body)).status, 400, JSON.stringify(body))
      }
      for (const query of ['', '?type=x', '?type=tweets&status=late', '?type=tweets&format=x']) {
        assert.equal((await call(app, 'GET', JOBS + query)).status, 400, query)
      }
      assert.equal((await call(app, 'GET', `${JOBS}/5?id=6`)).status, 400)
    })

    await t.test('403/3 an app without a project', async () => {
      const otherApp = await createTestApp(context)
      const { status, json } = await call(otherApp, 'GET', `${JOBS}?type=tweets`)
      assert.deepEqual([status, json.reason], [403, 'client-not-enrolled'])
    })

    await t.test('old jobs are deleted', async () => {
      const later = {
        store: context.store,
        clock: { ...context.clock, now: () => context.clock.now() + 8 * 86_400_000 },
      }
      assert.ok((await deleteExpiredJobs(later)) >= 2)
      assert.equal((await fetch(job.download_url)).status, 404)
    })
  })
}

test('409/1 spec/v2.md#compliance-jobs: an app can have one running job of each type', async (t) => {
  // The timers of the test clock do not fire, so the server does not process the jobs.
  const { context, inProject, call } = await open(t, 'sqlite', new TestClock())
  const app = await inProject()
  const first = await call(app, 'POST', JOBS, { type: 'tweets' })
  await fetch(first.json.data.upload_url, { method: 'PUT', body: '5' })
  const { status, json } = await call(app, 'POST', JOBS, { type: 'tweets' })
  assert.deepEqual([status, json.type], [409, 'https://api.twitter.com/2/problems/conflict'])
  assert.equal((await call(app, 'POST', JOBS, { type: 'users' })).status, 200)
  while (await workOnJobs(context)) {
    // Each call looks up the next part of the ids.
  }
  assert.equal((await call(app, 'POST', JOBS, { type: 'tweets' })).status, 200)
})

test('the endpoints exist unless the operator disables them', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { batch_compliance: 'off' } })
  const app = await createTestApp(context)
  const address = `${url}${JOBS}?type=tweets`
  const response = await fetch(address, { headers: { authorization: app.asApp('GET', address) } })
  assert.equal(response.status, 404)
})
