/** Suspension of apps at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, type Desk, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'

const SUSPEND = { action: 'suspend', reason: 'spam' }

async function withApp(desk: Desk) {
  const { context, user } = desk
  const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
  return { ...desk, one: `/operator/apps/${appId}`, path: `/operator/apps/${appId}/state` }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/apps/:app_id/state on ${engine}`, () => {
    const joinDesk = shareDesk(engine)
    const joinApp = async () => withApp(await joinDesk())

    test('409/state-already-so for the second of two operators who suspend an app; 204 the suspension ends', async () => {
      const { ann, ben, one, path } = await joinApp()
      const both = await Promise.all([ann.put(path, SUSPEND), ben.put(path, SUSPEND)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409])
      assert.equal(both.find(({ status }) => status === 409)?.body.reason, 'state-already-so')
      assert.notEqual((await ann.get(one)).body.app.suspended_at, null)
      assert.equal((await ann.put(path, { action: 'unsuspend', reason: 'a mistake' })).status, 204)
      const { app, history } = (await ann.get(one)).body
      assert.equal(app.suspended_at, null)
      assert.deepEqual(
        history.map(({ action, reason }: Record<string, string>) => [action, reason]),
        [
          ['app.unsuspend', 'a mistake'],
          ['app.suspend', 'spam'],
        ],
      )
    })

    test('404/app-not-found for unknown ids', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(await ann.put(`/operator/apps/${id}/state`, SUSPEND), '404/app-not-found')
    })

    test('400/field-invalid for a blank reason and an unknown action', async () => {
      const { ann, path } = await joinApp()
      for (const wrong of [{ reason: ' ' }, { action: 'hide' }])
        assertProblem(await ann.put(path, { ...SUSPEND, ...wrong }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, path } = await joinApp()
      assertProblem(await developer.put(path, SUSPEND), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, path } = await joinApp()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('PUT', path, SUSPEND, headers), '403/foreign-origin')
    })
  })
}
