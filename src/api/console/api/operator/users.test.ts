/** Users at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { findUserByPassword } from '../../../../domain/accounts/sign-in.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'
import { MAX_OWN_CHANGES, ownChangesOf } from '../../../../domain/moderation/own-changes.ts'

const CAROL = {
  ...{ screen_name: 'carol', email: 'carol@example.org', password: 'horse battery' },
  is_protected: false,
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200: a query finds users by id, name and words, including hidden users; without a query, the newest users', async (t) => {
      const { ann, context, user, userPath: path, userVersion: version } = await startDesk(t, engine)
      const other = await createOneUser(context)
      const found = async (query: string) =>
        (await ann.get(`/operator/users?${query}`)).body.users.map(({ id }: { id: string }) => id)
      const suspend = { action: 'suspend', reason: 'spam', version: await version() }
      assert.equal((await ann.post(`${path}/moderation`, suspend)).status, 200)
      assert.deepEqual(await found(`q=${user.id}`), [String(user.id)])
      assert.deepEqual(await found(`q=@${user.screenName}`), [String(user.id)])
      assert.ok((await found(`q=${encodeURIComponent(user.name)}`)).includes(String(user.id)))
      assert.deepEqual(await found('q=%00'), [])
      assert.deepEqual(await found('hidden=true'), [String(user.id)])
      assert.deepEqual(await found('count=1'), [String(other.id)])
      assert.deepEqual(await found(`before=${other.id}&count=1`), [String(user.id)])
    })

    test('200: a user with apps, counts of affected apps and streams, and the history of actions', async () => {
      const { ann, ben, context, user, userPath: path, userVersion: version } = await joinDesk()
      await createApp(context, { name: 'App', ownerId: user.id, permissions: 'read' })
      const countries = ['DE', 'FR']
      const withhold = { action: 'withhold', countries, reason: ' a law ', version: await version() }
      const changed = await ann.post(`${path}/moderation`, withhold)
      assert.deepEqual(changed.body.withheld_in_countries, countries)
      const wider = { ...withhold, countries: ['XX'], version: changed.body.version }
      assert.equal((await ben.post(`${path}/moderation`, wider)).status, 200)
      const { body } = await ann.get(path)
      assert.deepEqual([body.user.posts, body.apps.length, body.reach.apps, body.reach.streams], [1, 1, 1, 0])
      const [, first] = body.history
      assert.deepEqual([first.actor, first.reason, first.can_undo], ['ann@example.org', 'a law', true])
    })

    test('200: the history has the newest 50 changes; changes by the user cannot be undone', async () => {
      const { ann, context, user, userPath: path, userVersion: version } = await joinDesk()
      const change = (action: 'protect' | 'unprotect' | 'deactivate') =>
        changeUserState(context, { userId: user.id, action, isOwn: true })
      for (let count = 0; count < 26; count += 1) {
        await change('protect')
        await change('unprotect')
      }
      assert.equal((await ownChangesOf(context.store, user.id)).length, MAX_OWN_CHANGES)
      await change('deactivate')
      const reactivate = { action: 'reactivate', reason: 'asked for', version: await version() }
      assert.equal((await ann.post(`${path}/moderation`, reactivate)).status, 200)
      const { history } = (await ann.get(path)).body
      assert.equal(history.length, 50)
      const facts = history
        .slice(0, 3)
        .map((each: Record<string, unknown>) => [each['action'], each['actor']])
      assert.deepEqual(facts, [
        ['user.reactivate', 'ann@example.org'],
        ['user.deactivate', 'the user'],
        ['user.unprotect', 'the user'],
      ])
      assert.deepEqual([history[1].can_undo, history[1].subject.name], [false, user.screenName])
    })

    test('403/operators-only for other console users', async () => {
      const { developer, userPath } = await joinDesk()
      assertProblem(await developer.get(userPath), '403/operators-only')
      assertProblem(await developer.post('/operator/users', CAROL), '403/operators-only')
    })

    test('404/user-not-found for an unknown id, and for a text that is not an id', async () => {
      const { ann } = await joinDesk()
      for (const path of ['/operator/users/1', '/operator/users/x'])
        assertProblem(await ann.get(path), '404/user-not-found')
    })

    test('400/field-invalid for a parameter that is not an id, and a body without a name', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.get('/operator/users?before=x'), '400/field-invalid')
      assertProblem(await ann.post('/operator/users', { is_protected: false }), '400/field-invalid')
    })

    test('201 the new user signs in; the audit log has neither the e-mail address nor the password', async (t) => {
      const { ann, context } = await startDesk(t, engine)
      const made = await ann.post('/operator/users', { ...CAROL, name: 'Carol C.', is_protected: true })
      assert.equal(made.status, 201)
      assert.deepEqual(
        [made.body.username, made.body.name, made.body.is_protected],
        ['carol', 'Carol C.', true],
      )
      const signedIn = await findUserByPassword(context.store, 'carol', CAROL.password)
      assert.equal(String(signedIn?.id), made.body.id)
      const { history, can_sign_in } = (await ann.get(`/operator/users/${made.body.id}`)).body
      assert.equal(can_sign_in, true)
      assert.deepEqual(
        history.map(({ action, actor }: Record<string, string>) => [action, actor]),
        [['user.create', 'ann@example.org']],
      )
      for (const secret of [CAROL.email, CAROL.password]) assert.ok(!JSON.stringify(history).includes(secret))
    })

    test('409/screen-name-taken for the second of two operators who make the same user', async () => {
      const { ann, ben } = await joinDesk()
      const both = await Promise.all(
        [ann, ben].map((each) => each.post('/operator/users', { screen_name: 'twin', is_protected: false })),
      )
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
      assert.equal(both.find(({ status }) => status === 409)?.body.reason, 'screen-name-taken')
    })

    test('409/email-taken for the address of another user', async () => {
      const { ann } = await joinDesk()
      const erin = { ...CAROL, screen_name: 'erin', email: 'erin@example.org' }
      assert.equal((await ann.post('/operator/users', erin)).status, 201)
      assertProblem(await ann.post('/operator/users', { ...erin, screen_name: 'dora' }), '409/email-taken')
    })

    test('400/screen-name-invalid for a name with a space', async () => {
      const { ann } = await joinDesk()
      assertProblem(
        await ann.post('/operator/users', { ...CAROL, screen_name: 'a b' }),
        '400/screen-name-invalid',
      )
    })

    test('400/name-too-long for 51 characters', async () => {
      const { ann } = await joinDesk()
      assertProblem(
        await ann.post('/operator/users', { ...CAROL, name: 'x'.repeat(51) }),
        '400/name-too-long',
      )
    })

    test('400/name-invalid for a line break', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post('/operator/users', { ...CAROL, name: 'a\nb' }), '400/name-invalid')
    })

    test('400/email-invalid for an invalid address, and for an address without a password', async () => {
      const { ann } = await joinDesk()
      const { password: _, ...without } = CAROL
      for (const body of [{ ...CAROL, email: 'x' }, without])
        assertProblem(await ann.post('/operator/users', body), '400/email-invalid')
    })

    test('400/password-too-short for seven characters', async () => {
      const { ann } = await joinDesk()
      assertProblem(
        await ann.post('/operator/users', { ...CAROL, password: '1234567' }),
        '400/password-too-short',
      )
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', '/operator/users', CAROL, headers), '403/foreign-origin')
    })
  })
}
