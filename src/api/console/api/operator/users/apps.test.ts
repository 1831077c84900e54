/** Making apps for users at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { requireApp } from '../../../../../domain/apps/app.ts'
import { findProjectOfApp } from '../../../../../domain/apps/projects/projects.ts'

const NEW = {
  ...{ name: ' Bird ', permissions: 'read-write', level: 'academic' },
  ...{ is_standalone: false, reason: ' asked by mail ' },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users/:user_id/apps on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('201 the app is in a project of its owner, and its bearer token works; the audit log has no secret', async () => {
      const { ann, context, user, userPath, url } = await joinDesk()
      const made = await ann.post(`${userPath}/apps`, NEW)
      assert.equal(made.status, 201)
      const { app_id: id, ...secrets } = made.body
      assert.deepEqual(Object.keys(secrets).sort(), ['bearer_token', 'consumer_key', 'consumer_secret'])
      const app = await requireApp(context.store, BigInt(id))
      assert.deepEqual([app.name, app.ownerId, app.permissions], ['Bird', user.id, 'read-write'])
      assert.equal(app.level, 'academic')
      assert.equal((await findProjectOfApp(context.store, app.id))?.ownerId, user.id)
      const headers = { authorization: `Bearer ${secrets.bearer_token}` }
      const known = await fetch(`${url}/1.1/users/show.json?user_id=${user.id}`, { headers })
      assert.equal(known.status, 200)
      await known.arrayBuffer()
      const { history } = (await ann.get(`/operator/apps/${id}`)).body
      assert.deepEqual(
        history.map(({ action, actor, reason }: Record<string, string>) => [action, actor, reason]),
        [['app.create', 'ann@example.org', 'asked by mail']],
      )
      const entries = JSON.stringify((await ann.get('/operator/audit')).body)
      for (const secret of Object.values<string>(secrets)) assert.ok(!entries.includes(secret))
    })

    test('201 a standalone app is in no project', async () => {
      const { ann, context, userPath } = await joinDesk()
      const { body } = await ann.post(`${userPath}/apps`, { ...NEW, is_standalone: true })
      assert.equal(await findProjectOfApp(context.store, BigInt(body.app_id)), undefined)
    })

    test('404/user-not-found for unknown ids', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(await ann.post(`/operator/users/${id}/apps`, NEW), '404/user-not-found')
    })

    test('400/name-too-long for a long and an empty name', async () => {
      const { ann, userPath } = await joinDesk()
      for (const name of ['x'.repeat(33), ' '])
        assertProblem(await ann.post(`${userPath}/apps`, { ...NEW, name }), '400/name-too-long')
    })

    test('400/name-invalid for control characters', async () => {
      const { ann, userPath } = await joinDesk()
      assertProblem(await ann.post(`${userPath}/apps`, { ...NEW, name: 'a\u0007b' }), '400/name-invalid')
    })

    test('400/field-invalid for a blank reason, and for unknown permissions and levels', async () => {
      const { ann, userPath } = await joinDesk()
      for (const wrong of [{ reason: ' ' }, { permissions: 'all' }, { level: 'high' }])
        assertProblem(await ann.post(`${userPath}/apps`, { ...NEW, ...wrong }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, userPath } = await joinDesk()
      assertProblem(await developer.post(`${userPath}/apps`, NEW), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, userPath } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', `${userPath}/apps`, NEW, headers), '403/foreign-origin')
    })
  })
}
