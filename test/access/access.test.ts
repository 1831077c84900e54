/**
 * Nobody reads what they may not (INVARIANTS.md 9): every endpoint, asked by every kind of caller about
 * every kind of user, in every way in which it can be asked. What must be answered is policy.ts; what is in an
 * answer, content.ts; both are worked out without Aviary.
 *
 * An endpoint that is declared and has no row in rows.ts fails here, and so does one whose parameters are not all
 * used, or not known.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { publicFamilies } from '../../src/edge.ts'
import { Connections } from '../support/connections.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { unusedBy } from './coverage.ts'
import { Matrix } from './matrix.ts'
import {
  type About,
  FAMILIES_WITHOUT_USERS,
  NAMING_PARAMETERS,
  OTHER_PARAMETERS,
  ROWS,
  WITHOUT_USERS,
} from './rows.ts'
import { Scene } from './scene.ts'

const ENDPOINTS = publicFamilies()
  .filter(({ name }) => FAMILIES_WITHOUT_USERS[name] === undefined)
  .flatMap(({ endpoints }) => endpoints)

/** Reads that show somebody other than who asks, and so could show who is hidden. */
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
  'own spurned',
]

const STEPS = { show: ['unsuspend', 'reactivate'], hide: ['suspend', 'deactivate'] } as const

describe('promise 9: the matrix is whole', () => {
  const names = ENDPOINTS.map(({ method, paths }) => `${method} ${paths[0]}`)

  test('every endpoint has a row or a reason to have none, and every row an endpoint', () => {
    assert.deepEqual([...Object.keys(ROWS), ...Object.keys(WITHOUT_USERS)].sort(), names.sort())
  })

  for (const { method, paths, params } of ENDPOINTS) {
    const name = `${method} ${paths[0]}`
    const row = ROWS[name]
    if (row === undefined) continue
    test(`${name} is asked by every parameter that names somebody, and by every path`, () => {
      const unknown = Object.keys(params).filter(
        (each) => !NAMING_PARAMETERS.includes(each) && !OTHER_PARAMETERS.includes(each),
      )
      assert.deepEqual(unknown, [], 'parameters of which rows.ts does not say whether they name somebody')
      assert.deepEqual(unusedBy(row, { paths, params: Object.keys(params) }), [])
    })
  }
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: every endpoint × every caller × every user on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine, settings: { limits: 'off' } })
    const matrix = new Matrix(
      server.url,
      new Connections(t, server.url),
      server.context.store,
      await Scene.set(server.context),
    )

    for (const [endpoint, row] of Object.entries(ROWS)) {
      await t.test(`${endpoint}: who is answered what`, async () => {
        assert.deepEqual(await matrix.standing(endpoint, row), [])
      })
    }
    const changing = Object.entries(ROWS).filter(([, row]) => row.writes && row.onlyRefusals !== true)
    for (const [endpoint, row] of changing) {
      await t.test(`${endpoint}: who may change something`, async () => {
        assert.deepEqual(await matrix.changes(endpoint, row), [])
      })
    }
    await t.test(
      'who is shown again is found, and from the moment of being hidden again is not',
      async () => {
        const { hidden } = matrix
        for (const step of ['show', 'hide'] as const) {
          for (const { id: userId, standing } of hidden) {
            const [ofSuspended, ofDeactivated] = STEPS[step]
            if (standing.isSuspended) await changeUserState(server.context, { userId, action: ofSuspended })
            if (standing.isDeactivated)
              await changeUserState(server.context, { userId, action: ofDeactivated })
          }
          for (const [endpoint, row] of Object.entries(ROWS)) {
            if (!SHOWS_OTHERS.includes(row.about)) continue
            assert.equal(
              await matrix.finds(endpoint, row, 'one it asks'),
              step === 'show',
              `${step}: ${endpoint}`,
            )
          }
        }
      },
    )
  })
}
