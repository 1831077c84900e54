import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import type { UserAction } from '../../log/event.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from './change-user-state.ts'
import { isHidden, requireUser, type User } from './user.ts'
import { DEACTIVATED_RETENTION_MS } from './user-states.ts'

/** The state of a user, with a field for each dimension. */
interface State {
  readonly protected: boolean
  readonly suspended: boolean
  readonly deactivated: boolean
  readonly withheld: string
}

/** The fields that each action changes; `withhold` is called with DE and FR. */
const TABLE: Record<UserAction, Partial<State>> = {
  protect: { protected: true },
  unprotect: { protected: false },
  suspend: { suspended: true },
  unsuspend: { suspended: false },
  deactivate: { deactivated: true },
  reactivate: { deactivated: false },
  withhold: { withheld: 'DE,FR' },
  unwithhold: { withheld: '' },
}

/** The action that sets each field of a new user. */
const INTO: readonly [keyof State, UserAction][] = [
  ['protected', 'protect'],
  ['suspended', 'suspend'],
  ['deactivated', 'deactivate'],
]

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`states of a user on ${engine}`, async (t) => {
    const clock = new TestClock()
    const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
    await stateTable(t, runtime)
    await details(t, runtime, clock)
  })
}

test('two processes suspend a user concurrently on postgres: one succeeds, one is refused', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
  const users = await Promise.all(Array.from({ length: 10 }, () => createOneUser(one.context)))
  for (const { id: userId } of users) {
    const events = await eventsOf(one, async () => {
      const outcomes = await Promise.allSettled(
        [one, other].map(({ context }) => changeUserState(context, { userId, action: 'suspend' })),
      )
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      assert.deepEqual(
        refusals.map(({ reason }) => reason),
        ['state-already-so'],
      )
    })
    assert.equal(events.length, 1)
  }
})

async function stateTable(t: TestContext, runtime: Runtime): Promise<void> {
  const { store } = runtime
  for (const before of allStates()) {
    await t.test(
      `spec/compliance-stream.md#states: the result of every action on a user in the state ${nameOf(before)}`,
      async () => {
        const trials = await Promise.all(
          Object.entries(TABLE).map(async ([action, effect]) => ({
            action: action as UserAction,
            after: { ...before, ...effect },
            user: await userIn(runtime, before),
          })),
        )
        const events = await eventsOf(runtime, () =>
          Promise.all(
            trials.map(({ user, action, after }) =>
              isDeepStrictEqual(before, after)
                ? assertRefused(runtime, user.id, action)
                : assertDone(runtime, user.id, action, after),
            ),
          ),
        )
        for (const { action, after, user } of trials) {
          const expected = isDeepStrictEqual(before, after) ? [] : [eventOf(user.id, action, after)]
          const appended = events
            .map(factsOf)
            .filter((event) => 'user_id' in event && event.user_id === user.id)
          assert.deepEqual(appended, expected, action)
          const stored = await requireUser(store, { id: user.id })
          assert.deepEqual(stateOf(stored), after, action)
          assert.equal(isHidden(stored), after.suspended || after.deactivated, action)
          assert.equal(await isListedAsHidden(runtime, user.id), isHidden(stored), action)
        }
      },
    )
  }
}

async function details(t: TestContext, runtime: Runtime, clock: TestClock): Promise<void> {
  const { context } = runtime
  await t.test('the times of suspension and deactivation are stored', async () => {
    const { id } = await createOneUser(context)
    clock.advance(1_000)
    const suspended = await changeUserState(context, { userId: id, action: 'suspend' })
    assert.equal(suspended.suspendedAt, clock.now())
    clock.advance(1_000)
    const left = await changeUserState(context, { userId: id, action: 'deactivate' })
    assert.equal(left.deactivatedAt, clock.now())
    assert.equal(left.suspendedAt, suspended.suspendedAt)
  })

  await t.test(
    'spec/compliance-stream.md#event-semantics: withhold stores the complete new list, sorted and without duplicates',
    async () => {
      const { id } = await createOneUser(context)
      await changeUserState(context, { userId: id, action: 'withhold', countries: ['DE'] })
      const countries = ['XX', 'FR', 'FR', 'DE']
      const events = await eventsOf(runtime, () =>
        changeUserState(context, { userId: id, action: 'withhold', countries, reason: 'court order' }),
      )
      assert.deepEqual(events.map(factsOf), [
        {
          kind: 'user.state_changed',
          user_id: id,
          action: 'withhold',
          withheld_in_countries: ['DE', 'FR', 'XX'],
          reason: 'court order',
        },
      ])
    },
  )

  for (const [label, countries] of [
    ['no countries', []],
    ['lower case', ['de']],
    ['three letters', ['DEU']],
    ['a valid code with an invalid one', ['DE', 'D1']],
  ] as const) {
    await t.test(`refused: country-code-invalid, ${label}`, async () => {
      const { id } = await createOneUser(context)
      const events = await eventsOf(runtime, () =>
        assert.rejects(changeUserState(context, { userId: id, action: 'withhold', countries }), {
          name: 'Refusal',
          reason: 'country-code-invalid',
        }),
      )
      assert.deepEqual(events, [])
    })
  }

  await t.test(
    'spec/compliance-stream.md#event-semantics: a deactivated user can be reactivated for 30 days, and not afterwards',
    async () => {
      const [back, gone] = [await createOneUser(context), await createOneUser(context)]
      for (const { id } of [back, gone])
        await changeUserState(context, { userId: id, action: 'deactivate', reason: 'tired' })
      clock.advance(DEACTIVATED_RETENTION_MS - 1)
      await changeUserState(context, { userId: back.id, action: 'reactivate' })
      clock.advance(1)
      const events = await eventsOf(runtime, async () => {
        await assert.rejects(changeUserState(context, { userId: gone.id, action: 'reactivate' }), {
          name: 'Refusal',
          reason: 'user-gone',
        })
        await assert.rejects(changeUserState(context, { userId: gone.id, action: 'deactivate' }), {
          reason: 'state-already-so',
        })
      })
      assert.deepEqual(events, [])
      assert.equal((await requireUser(context.store, { id: back.id })).deactivatedAt, null)
      assert.notEqual((await requireUser(context.store, { id: gone.id })).deactivatedAt, null)
    },
  )

  await t.test('refused: user-not-found', async () => {
    await assert.rejects(changeUserState(context, { userId: 1n, action: 'suspend' }), {
      name: 'Refusal',
      reason: 'user-not-found',
    })
  })
}

function* allStates(): Generator<State> {
  for (const isProtected of [false, true]) {
    for (const suspended of [false, true]) {
      for (const deactivated of [false, true]) {
        for (const withheld of ['', 'DE', 'DE,FR']) {
          yield { protected: isProtected, suspended, deactivated, withheld }
        }
      }
    }
  }
}

function nameOf({ withheld, ...switches }: State): string {
  const on = Object.entries(switches).flatMap(([name, isOn]) => (isOn ? [name] : []))
  if (withheld !== '') on.push(`withheld in ${withheld}`)
  return on.length === 0 ? 'active' : on.join(' and ')
}

async function userIn({ context }: Runtime, state: State): Promise<User> {
  const user = await createOneUser(context)
  const actions = INTO.flatMap(([name, action]) => (state[name] === true ? [action] : []))
  await Promise.all(actions.map((action) => changeUserState(context, { userId: user.id, action })))
  if (state.withheld !== '') {
    const countries = state.withheld.split(',')
    await changeUserState(context, { userId: user.id, action: 'withhold', countries })
  }
  return user
}

async function assertDone(
  { context }: Runtime,
  userId: bigint,
  action: UserAction,
  after: State,
): Promise<void> {
  const changed = await changeUserState(context, { userId, action, countries: countriesFor(action) })
  assert.deepEqual(stateOf(changed), after, action)
}

function assertRefused({ context }: Runtime, userId: bigint, action: UserAction): Promise<void> {
  return assert.rejects(
    changeUserState(context, { userId, action, countries: countriesFor(action) }),
    { name: 'Refusal', reason: 'state-already-so' },
    action,
  )
}

function eventOf(userId: bigint, action: UserAction, after: State): object {
  return {
    kind: 'user.state_changed',
    user_id: userId,
    action,
    withheld_in_countries: after.withheld === '' ? [] : after.withheld.split(','),
    reason: '',
  }
}

function countriesFor(action: UserAction): string[] {
  return action === 'withhold' ? ['FR', 'DE'] : []
}

function stateOf(user: User): State {
  return {
    protected: user.isProtected,
    suspended: user.suspendedAt !== null,
    deactivated: user.deactivatedAt !== null,
    withheld: user.withheldInCountries.join(','),
  }
}

async function isListedAsHidden({ store }: Runtime, id: bigint): Promise<boolean> {
  return (await store.first(hiddenUser, { id })) !== undefined
}

const hiddenUser = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('hidden_users').selectAll().where('user_id', '=', p('id')),
)
