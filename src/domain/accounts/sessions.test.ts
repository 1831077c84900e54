import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import { changeUserState } from './change-user-state.ts'
import {
  endSession,
  findSessionUser,
  isSessionId,
  makeSessionId,
  openSession,
  SESSION_MS,
} from './sessions.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`sessions on ${engine}`, async (t) => {
    const clock = new TestClock()
    const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
    const { context, store } = runtime
    // Created before the clock advances, because the worker number in ids is leased only for some minutes.
    const [user, other] = [await createOneUser(context), await createOneUser(context)]

    await t.test('a session lasts until it is ended, at most fourteen days', async () => {
      const [ended, kept] = [await openSession(context, user.id, ''), await openSession(context, user.id, '')]
      assert.notEqual(ended, kept)
      assert.ok(isSessionId(ended))
      assert.deepEqual(await findSessionUser(context, ended), user)
      await endSession(context, ended)
      assert.equal(await findSessionUser(context, ended), undefined)
      clock.advance(SESSION_MS - 1)
      assert.equal((await findSessionUser(context, kept))?.id, user.id)
      clock.advance(1)
      assert.equal(await findSessionUser(context, kept), undefined)
    })

    await t.test('opening a session ends only the previous session of the browser', async () => {
      const [before, elsewhere] = [
        await openSession(context, user.id, ''),
        await openSession(context, user.id, ''),
      ]
      const after = await openSession(context, other.id, before)
      assert.equal(await findSessionUser(context, before), undefined)
      assert.equal((await findSessionUser(context, elsewhere))?.id, user.id)
      assert.equal((await findSessionUser(context, after))?.id, other.id)
    })

    await t.test(
      'a suspended or deactivated user has no live session until unsuspended or reactivated',
      async () => {
        const id = await openSession(context, user.id, '')
        for (const [action, undo] of [
          ['suspend', 'unsuspend'],
          ['deactivate', 'reactivate'],
        ] as const) {
          await changeUserState(context, { userId: user.id, action })
          assert.equal(await findSessionUser(context, id), undefined)
          await changeUserState(context, { userId: user.id, action: undo })
          assert.equal((await findSessionUser(context, id))?.id, user.id)
        }
      },
    )

    await t.test(
      'a user has at most twenty sessions: a further one ends the oldest, and expired ones are removed',
      async () => {
        const others = await openSession(context, other.id, '')
        const ids: string[] = []
        for (let count = 0; count < 22; count += 1) {
          clock.advance(1)
          ids.push(await openSession(context, user.id, ''))
        }
        const live = await Promise.all(
          ids.map(async (id) => (await findSessionUser(context, id)) !== undefined),
        )
        assert.deepEqual(live, [false, false, ...Array.from({ length: 20 }, () => true)])
        assert.equal((await findSessionUser(context, others))?.id, other.id)
        clock.advance(SESSION_MS)
        const fresh = await openSession(context, user.id, '')
        assert.equal((await store.rows(everySession, {})).length, 1)
        assert.equal((await findSessionUser(context, fresh))?.id, user.id)
      },
    )

    await t.test('the newest of many sessions opened in the same millisecond survives', async () => {
      for (let count = 0; count < 25; count += 1) {
        const id = await openSession(context, user.id, '')
        assert.equal((await findSessionUser(context, id))?.id, user.id)
      }
    })

    await t.test('the database stores no id in plain text, and no event is appended', async () => {
      let id = ''
      const events = await eventsOf(runtime, async () => {
        id = await openSession(context, user.id, '')
      })
      assert.deepEqual(events, [])
      const rows = await store.rows(everySession, {})
      assert.ok(rows.length > 0)
      assert.ok(!rows.some(({ id_hash }) => id_hash.includes(id)))
    })

    await t.test('a text that is not the id of a session matches no session', async () => {
      for (const text of [
        '',
        'x',
        '\0'.repeat(43),
        'é'.repeat(43),
        makeSessionId(context),
        'a'.repeat(100_000),
      ]) {
        assert.equal(await findSessionUser(context, text), undefined)
        await endSession(context, text)
      }
    })
  })
}

const everySession = query()((k) => k.selectFrom('sessions').selectAll())
