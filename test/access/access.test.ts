/**
 * The access matrix (INVARIANTS.md 9): every kind of caller calls every endpoint about every kind of user,
 * with every kind of parameters. policy.ts computes the expected verdict, and content.ts the expected
 * content. Neither file uses the code of Aviary.
 *
 * The suite fails for an endpoint without a row in rows.ts, and for unused or unclassified parameters.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { ENGINES } from '../support/engines.ts'
import { Connections } from '../support/http/connections.ts'
import { slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import { unusedBy } from './coverage.ts'
import { AccessFixture } from './fixture.ts'
import { Matrix } from './matrix.ts'
import {
  type About,
  FAMILIES_WITHOUT_USERS,
  NAMING_PARAMETERS,
  OTHER_PARAMETERS,
  ROWS,
  WITHOUT_USERS,
} from './rows.ts'

const ENDPOINTS = publicFamilies()
  .filter(({ name }) => FAMILIES_WITHOUT_USERS[name] === undefined)
  .flatMap(({ endpoints }) => endpoints)

/** Reads that show users other than the caller. Such reads could show hidden users. */
const SHOWS_OTHERS: readonly About[] = [
  'followers',
  'friends',
  'user',
  'users',
  'search',
  'relationship',
  'connections',
  'own blocks',
  'own mutes',
  'own incoming',
  'own outgoing',
  'own no-retweets',
]

const STEPS = { show: ['unsuspend', 'reactivate'], hide: ['suspend', 'deactivate'] } as const

describe('promise 9: the matrix is complete', () => {
  const names = ENDPOINTS.map(({ method, paths }) => `${method} ${paths[0]}`)

  test('every endpoint has a row or a reason to have no row, and every row has an endpoint', () => {
    assert.deepEqual([...Object.keys(ROWS), ...Object.keys(WITHOUT_USERS)].sort(), names.sort())
  })

  for (const { method, paths, params } of ENDPOINTS) {
    const name = `${method} ${paths[0]}`
    const row = ROWS[name]
    if (row === undefined) continue
    test(`${name} is tested with every parameter that names a user, and with every path`, () => {
      const unknown = Object.keys(params).filter(
        (each) => !NAMING_PARAMETERS.includes(each) && !OTHER_PARAMETERS.includes(each),
      )
      assert.deepEqual(unknown, [], 'parameters that rows.ts does not classify')
      assert.deepEqual(unusedBy(row, { paths, params: Object.keys(params) }), [])
    })
  }
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: every endpoint × every caller × every user on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine, settings: EVERY_PATH })
    const matrix = new Matrix(
      server.url,
      new Connections(t, server.url),
      server.context.store,
      await AccessFixture.create(server.context),
    )

    for (const [endpoint, row] of Object.entries(ROWS)) {
      await t.test(`${endpoint}: expected responses`, async () => {
        assert.deepEqual(await matrix.checkUnchanged(endpoint, row), [])
      })
    }
    const changing = Object.entries(ROWS).filter(([, row]) => row.writes && row.onlyRefusals !== true)
    for (const [endpoint, row] of changing) {
      await t.test(`${endpoint}: expected changes`, async () => {
        assert.deepEqual(await matrix.checkChanges(endpoint, row), [])
      })
    }
    await t.test(
      'reads show users after they become visible, and do not show them after they are hidden again',
      async () => {
        const { hidden } = matrix
        for (const step of ['show', 'hide'] as const) {
          for (const { id: userId, userState } of hidden) {
            const [ofSuspended, ofDeactivated] = STEPS[step]
            if (userState.isSuspended) await changeUserState(server.context, { userId, action: ofSuspended })
            if (userState.isDeactivated)
              await changeUserState(server.context, { userId, action: ofDeactivated })
          }
          for (const [endpoint, row] of Object.entries(ROWS)) {
            if (!SHOWS_OTHERS.includes(row.about)) continue
            assert.equal(
              await matrix.finds(endpoint, row, 'one it has requested to follow'),
              step === 'show',
              `${step}: ${endpoint}`,
            )
          }
        }
      },
    )
  })
}
