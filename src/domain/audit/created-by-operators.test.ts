/** The audit log has the users, projects and links that operators make (spec/console.md#audit-log). */
import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createUser } from '../accounts/create-user.ts'
import { approveSignUp, listSignUpRequests, storeSignUpRequest } from '../accounts/sign-up/requests.ts'
import { createApp } from '../apps/create-app.ts'
import { addAppToProject, createProject } from '../apps/projects/projects.ts'
import { createConsoleUser } from '../console/console-account.ts'
import { createConsoleLink } from '../console/links.ts'
import { listAudit } from './list-audit.ts'

const SIGN_IN = { email: 'secret@example.org', password: 'horse battery' }

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `new users, projects and console links have an entry, without secrets, on ${engine}`,
    async (t) => {
      const { context: member, store } = await testRuntime(t, await freshConfig(t, engine))
      const context = { ...member, operator: { actor: 'command line' } }
      const user = await createUser(context, { screenName: 'ada', isProtected: true, ...SIGN_IN })
      const project = await createProject(context, { name: 'Birds', ownerId: user.id })
      const { appId } = await createApp(member, { name: 'Bird', ownerId: user.id, permissions: 'read' })
      await addAppToProject(context, project.id, appId)
      const dev = {
        accountName: 'acme',
        email: 'dev@example.org',
        password: undefined,
        role: 'user',
      } as const
      const token = await createConsoleLink(context, await createConsoleUser(member, dev))
      const { items } = await listAudit(store, {}, { count: 10 })
      assert.deepEqual(
        items.map(({ action, subjectKind, subjectKey }) => [action, subjectKind, subjectKey]).reverse(),
        [
          ['user.create', 'user', String(user.id)],
          ['project.create', 'project', String(project.id)],
          ['project.add_app', 'project', String(project.id)],
          ['console-user.link', 'console-user', 'dev@example.org'],
        ],
      )
      assert.deepEqual(items.at(-1)?.details, { is_protected: true, can_sign_in: true })
      const text = JSON.stringify(items, (_, each: unknown) =>
        typeof each === 'bigint' ? String(each) : each,
      )
      for (const secret of [SIGN_IN.email, SIGN_IN.password, token]) assert.ok(!text.includes(secret))

      await createUser(member, { screenName: 'bob' })
      await createProject(member, { name: 'Cats', ownerId: user.id })
      assert.equal((await listAudit(store, {}, { count: 10 })).items.length, 4)
    },
  )

  slowOnPostgres(engine)(`an approved sign-up has one entry, on ${engine}`, async (t) => {
    const { context: member, store } = await testRuntime(t, await freshConfig(t, engine))
    const request = {
      ...{ screenName: 'ada', name: 'Ada', email: 'ada@example.org', passwordHash: 'a hash' },
      getsMail: false,
    }
    await storeSignUpRequest(member, request)
    const [waiting] = await listSignUpRequests(store, { count: 1 })
    assert.ok(waiting)
    await approveSignUp({ ...member, operator: { actor: 'ann@example.org' } }, waiting.id)
    const { items } = await listAudit(store, {}, { count: 10 })
    assert.deepEqual(
      items.map(({ action }) => action),
      ['sign-up.approve'],
    )
  })
}
