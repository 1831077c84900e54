import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { changeLabsEnrolment, findEnrolment } from './enrolment.ts'
import { addAppToProject, createProject } from './projects/projects.ts'

const refused = (reason: string) => ({ name: 'Refusal', reason })

for (const engine of ENGINES) {
  test(`enrolment on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime
    const { appId } = await createTestApp(context)

    await t.test(
      'spec/labs-lookup.md#enrolment: apps are in Labs by default; each change appends an event',
      async () => {
        assert.deepEqual(await findEnrolment(store, appId), {
          isInLabs: true,
          hasProject: false,
          level: 'standard',
        })
        const events = await eventsOf(runtime, async () => {
          await changeLabsEnrolment(context, appId, false)
          assert.equal((await findEnrolment(store, appId)).isInLabs, false)
          await assert.rejects(changeLabsEnrolment(context, appId, false), refused('state-already-so'))
          await changeLabsEnrolment(context, appId, true)
          assert.equal((await findEnrolment(store, appId)).isInLabs, true)
          await assert.rejects(changeLabsEnrolment(context, appId, true), refused('state-already-so'))
        })
        assert.deepEqual(events.map(factsOf), [
          { kind: 'app.changed', app_id: appId, change: 'labs_unenrolled' },
          { kind: 'app.changed', app_id: appId, change: 'labs_enrolled' },
        ])
      },
    )

    await t.test(
      'spec/labs-lookup.md#early-access: an app has a project after it was added to a project',
      async () => {
        const { id: ownerId } = await createOneUser(context)
        const { id } = await createProject(context, { name: 'Birds', ownerId })
        await addAppToProject(context, id, appId)
        assert.deepEqual(await findEnrolment(store, appId), {
          isInLabs: true,
          hasProject: true,
          level: 'standard',
        })
      },
    )

    await t.test('an unknown app is refused', async () => {
      await assert.rejects(changeLabsEnrolment(context, 1n, false), refused('app-not-found'))
    })
  })
}
