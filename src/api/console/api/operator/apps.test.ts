/** Apps of all owners at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, type Desk, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { findApp } from '../../../../domain/apps/app.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'

const PATH = '/operator/apps'

async function withApps(desk: Desk) {
  const { context, user } = desk
  const other = await createOneUser(context)
  const make = async (name: string, ownerId: bigint) =>
    (await createApp(context, { name, ownerId, permissions: 'read' })).appId
  const bird = await make('Bird 100% watcher', user.id)
  const cat = await make('Cat counter', user.id)
  const dog = await make('dog', other.id)
  return { ...desk, bird, cat, dog, one: `${PATH}/${bird}` }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)
    const joinApps = async () => withApps(await joinDesk())

    test('200 apps are found by id, owner and part of a name, in pages', async (t) => {
      const { ann, user, bird, cat, dog } = await withApps(await startDesk(t, engine))
      const ids = async (query: string) =>
        (await ann.get(`${PATH}?${query}`)).body.apps.map(({ id }: { id: string }) => BigInt(id))
      assert.deepEqual(await ids(''), [bird, cat, dog])
      assert.deepEqual(await ids(`q=${cat}`), [cat])
      assert.deepEqual(await ids('q=1'), [])
      assert.deepEqual(await ids(`q=@${user.screenName}`), [bird, cat])
      assert.deepEqual(await ids('q=@nothing_like_it'), [])
      assert.deepEqual(await ids('q=DOG'), [dog])
      assert.deepEqual(await ids('q=100%25'), [bird])
      assert.deepEqual(await ids('q=%25'), [bird])
      assert.deepEqual(await ids('q=a%00b'), [])
      const { next } = (await ann.get(`${PATH}?count=2`)).body
      assert.deepEqual([next, await ids(`after=${next}`)], [String(cat), [dog]])
    })

    test('200 an app without secrets; 204 new level and permissions; the audit log has the reason', async () => {
      const { ann, context, bird, one } = await joinApps()
      const { body } = await ann.get(one)
      assert.deepEqual([body.app.level, body.limits.rules, body.is_in_labs], ['standard', 25, true])
      const app = await findApp(context.store, bird)
      assert.ok(!JSON.stringify(body).includes(app?.consumerKey ?? 'no key'))
      const changes = {
        level: 'academic',
        permissions: 'read-write',
        is_in_labs: false,
        may_read_email: true,
      }
      assert.equal((await ann.put(one, { ...changes, reason: 'a study' })).status, 204)
      const after = (await ann.get(one)).body
      assert.deepEqual(
        [after.app.level, after.app.permissions, after.app.may_read_email, after.is_in_labs],
        ['academic', 'read-write', true, false],
      )
      assert.equal(after.limits.rules, 1_000)
      assert.deepEqual(
        after.history.map(({ action, reason }: Record<string, string>) => [action, reason]),
        [
          ['app.remove_from_labs', 'a study'],
          ['app.update', 'a study'],
        ],
      )
      assert.deepEqual(after.history[1].details.changed, ['permissions', 'mayReadEmail', 'level'])
    })

    test('204 new details of an app; the bearer token still works', async () => {
      const { ann, one } = await joinApps()
      const details = {
        ...{ name: ' Birds of the day ', description: ' counts birds ', url: 'https://birds.example.org' },
        callback_urls: ['https://birds.example.org/back', ' https://birds.example.org/back ', ''],
      }
      assert.equal((await ann.put(one, { ...details, reason: 'asked by mail' })).status, 204)
      const { app, description, url, callback_urls, history } = (await ann.get(one)).body
      assert.deepEqual(
        [app.name, description, url, callback_urls],
        ['Birds of the day', 'counts birds', details.url, ['https://birds.example.org/back']],
      )
      assert.deepEqual(history[0].details.changed, ['name', 'url', 'description', 'callbackUrls'])
      assert.equal((await ann.put(one, { description: '', url: '', reason: 'none' })).status, 204)
      const after = (await ann.get(one)).body
      assert.deepEqual([after.app.name, after.description, after.url], ['Birds of the day', '', ''])
    })

    const refusedDetails = async (cases: readonly object[], problem: string) => {
      const { ann, one } = await joinApps()
      for (const wrong of cases) assertProblem(await ann.put(one, { ...wrong, reason: 'a study' }), problem)
    }

    test('400/name-too-long for a long and an empty name', () =>
      refusedDetails([{ name: 'x'.repeat(33) }, { name: ' ' }], '400/name-too-long'))

    test('400/name-invalid for control characters and tags', () =>
      refusedDetails([{ name: 'a\u0007b' }, { name: '<b>a</b>' }], '400/name-invalid'))

    test('400/description-invalid for a long description', () =>
      refusedDetails([{ description: 'x'.repeat(201) }], '400/description-invalid'))

    test('400/app-url-invalid for a javascript: URL', () =>
      refusedDetails([{ url: 'javascript:alert(1)' }], '400/app-url-invalid'))

    test('400/callback-invalid for a javascript: URL, and for eleven URLs', async () => {
      const many = Array.from({ length: 11 }, (_, number) => `https://birds.example.org/${number}`)
      const cases = [['javascript:alert(1)'], many].map((callback_urls) => ({ callback_urls }))
      await refusedDetails(cases, '400/callback-invalid')
    })

    test('400/app-name-not-confirmed for another name; 204 the app is deleted with its own name', async () => {
      const { ann, context, bird, one } = await joinApps()
      const body = { name: 'Bird', reason: 'spam' }
      assertProblem(await ann.call('DELETE', one, body), '400/app-name-not-confirmed')
      assert.equal((await ann.call('DELETE', one, { ...body, name: 'Bird 100% watcher' })).status, 204)
      assert.equal(await findApp(context.store, bird), undefined)
      const [entry] = (await ann.get('/operator/audit?action=app.delete')).body.entries
      assert.deepEqual([entry.subject.name, entry.reason], ['Bird 100% watcher', 'spam'])
    })

    test('404/app-not-found for unknown ids', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x']) {
        const one = `${PATH}/${id}`
        assertProblem(await ann.get(one), '404/app-not-found')
        assertProblem(await ann.put(one, { reason: 'a study' }), '404/app-not-found')
        assertProblem(await ann.call('DELETE', one, { name: 'x', reason: 'spam' }), '404/app-not-found')
      }
    })

    test('400/field-invalid for a missing reason, an unknown level, and an invalid cursor', async () => {
      const { ann, one } = await joinApps()
      for (const body of [{ level: 'academic' }, { level: 'huge', reason: 'a study' }])
        assertProblem(await ann.put(one, body), '400/field-invalid')
      assertProblem(await ann.call('DELETE', one, { name: 'Bird' }), '400/field-invalid')
      assertProblem(await ann.get(`${PATH}?after=x`), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, one } = await joinApps()
      for (const path of [PATH, one]) assertProblem(await developer.get(path), '403/operators-only')
      assertProblem(await developer.put(one, { reason: 'a study' }), '403/operators-only')
      const body = { name: 'Bird', reason: 'spam' }
      assertProblem(await developer.call('DELETE', one, body), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, one } = await joinApps()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('PUT', one, { reason: 'a study' }, headers), '403/foreign-origin')
      const body = { name: 'Bird', reason: 'spam' }
      assertProblem(await ann.call('DELETE', one, body, headers), '403/foreign-origin')
    })
  })
}
