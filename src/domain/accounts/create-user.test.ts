import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { query } from '../../db/query.ts'
import { must } from '../../lib/assert.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { verifyPassword } from '../../lib/vault.ts'
import type { Runtime } from '../../runtime.ts'
import type { RefusalReason } from '../context.ts'
import { importFollows } from '../graph/import-follows.ts'
import { type CreateUserInput, createUser } from './create-user.ts'
import { findUser, requireUser } from './user.ts'

const SIGN_IN = { email: 'ann@example.org', password: 'correct horse' }

/** Invalid inputs, and the reasons for which they are refused. */
const BAD: Record<string, [CreateUserInput, RefusalReason]> = {
  'an empty screen name': [{ screenName: '' }, 'screen-name-invalid'],
  'a screen name of 16': [{ screenName: 'a'.repeat(16) }, 'screen-name-invalid'],
  'a hyphen': [{ screenName: 'ann-lee' }, 'screen-name-invalid'],
  'a letter beyond ASCII': [{ screenName: 'änn' }, 'screen-name-invalid'],
  'a Kelvin sign, which lowers to k': [{ screenName: '\u212aate' }, 'screen-name-invalid'],
  'a line break at the end': [{ screenName: 'ann\n' }, 'screen-name-invalid'],
  'a NUL': [{ screenName: 'ann\0' }, 'screen-name-invalid'],
  'the name of an imported account': [{ screenName: 'user_42' }, 'screen-name-invalid'],
  'the same in capitals': [{ screenName: 'USER_42' }, 'screen-name-invalid'],
  'an empty name': [{ screenName: 'ann', name: '' }, 'name-too-long'],
  'a name of 51': [{ screenName: 'ann', name: 'n'.repeat(51) }, 'name-too-long'],
  'a name with a NUL': [{ screenName: 'ann', name: 'Ann\0' }, 'name-invalid'],
  'a name with a line break': [{ screenName: 'ann', name: 'Ann\nLee' }, 'name-invalid'],
  'half of a surrogate pair': [{ screenName: 'ann', name: 'Ann \ud83d' }, 'name-invalid'],
  'an e-mail address alone': [{ screenName: 'ann', email: SIGN_IN.email }, 'email-invalid'],
  'a password alone': [{ screenName: 'ann', password: SIGN_IN.password }, 'email-invalid'],
  'no at sign': [{ screenName: 'ann', ...SIGN_IN, email: 'ann' }, 'email-invalid'],
  'two at signs': [{ screenName: 'ann', ...SIGN_IN, email: 'ann@example@org' }, 'email-invalid'],
  'an address with a space': [{ screenName: 'ann', ...SIGN_IN, email: 'an n@example.org' }, 'email-invalid'],
  'an address with a NUL': [{ screenName: 'ann', ...SIGN_IN, email: 'ann\0@example.org' }, 'email-invalid'],
  'an address of 255': [
    { screenName: 'ann', ...SIGN_IN, email: `${'a'.repeat(243)}@example.org` },
    'email-invalid',
  ],
  'a password of 7': [{ screenName: 'ann', ...SIGN_IN, password: '1234567' }, 'password-too-short'],
}

for (const engine of ENGINES) {
  test(`creating users on ${engine}`, async (t) => {
    const clock = new TestClock()
    const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
    await whatIsMade(t, runtime, clock)
    await whatIsRefused(t, runtime)
    await whatIsFound(t, runtime)
  })
}

test('if two processes use the same screen name or address concurrently on postgres, one of the two users is refused', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const processes = [await testRuntime(t, config), await testRuntime(t, config)]
  for (let round = 0; round < 5; round++) {
    const refused = await refusalsOf(
      processes.map(({ context }) => createUser(context, { screenName: `race${round}` })),
    )
    assert.deepEqual(refused, ['screen-name-taken'])
    const password = 'correct horse'
    const email = `race${round}@example.org`
    const addresses = processes.map(({ context }, index) =>
      createUser(context, { screenName: `mail${round}_${index}`, email, password }),
    )
    assert.deepEqual(await refusalsOf(addresses), ['email-taken'])
  }
})

async function whatIsMade(t: TestContext, runtime: Runtime, clock: Clock): Promise<void> {
  const { context, store } = runtime
  await t.test('appends one event and returns the stored user', async () => {
    const events = await eventsOf(runtime, () =>
      createUser(context, { screenName: 'Full_Name_15chr', name: '😀'.repeat(50), isProtected: true }),
    )
    const stored = await requireUser(store, { screenName: 'full_name_15CHR' })
    assert.deepEqual(events.map(factsOf), [{ kind: 'user.created', user_id: stored.id }])
    assert.deepEqual(stored, {
      id: stored.id,
      screenName: 'Full_Name_15chr',
      name: '😀'.repeat(50),
      createdAt: clock.now(),
      isProtected: true,
      suspendedAt: null,
      deactivatedAt: null,
      withheldInCountries: [],
      followersCount: 0,
      friendsCount: 0,
      statusesCount: 0,
      favouritesCount: 0,
      membershipsCount: 0,
    })
  })

  await t.test('the result equals the stored user', async () => {
    const answered = await createUser(context, { screenName: 'plain' })
    assert.deepEqual(await requireUser(store, { id: answered.id }), answered)
    assert.equal(answered.name, 'plain')
  })
}

async function whatIsRefused(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  for (const [label, [input, reason]] of Object.entries(BAD)) {
    await t.test(`refused: ${reason}, ${label}`, async () => {
      const events = await eventsOf(runtime, () =>
        assert.rejects(createUser(context, input), { name: 'Refusal', reason }),
      )
      assert.deepEqual(events, [])
      assert.equal(await findUser(store, { screenName: 'ann' }), undefined)
    })
  }

  await t.test('refused: screen-name-taken, also in other letter case and by a concurrent call', async () => {
    await createUser(context, { screenName: 'Taken' })
    const taken = { name: 'Refusal', reason: 'screen-name-taken' }
    await assert.rejects(createUser(context, { screenName: 'tAKEN' }), taken)
    const [first, second] = await Promise.allSettled([
      createUser(context, { screenName: 'AtOnce' }),
      createUser(context, { screenName: 'atonce' }),
    ])
    assert.equal(first.status, 'fulfilled')
    assert.equal(second.status === 'rejected' && second.reason.reason, 'screen-name-taken')
  })

  await t.test('refused: email-taken, also in other letter case; the user is not stored', async () => {
    await createUser(context, { screenName: 'has_mail', ...SIGN_IN })
    const again = { screenName: 'wants_mail', ...SIGN_IN, email: 'ANN@example.org' }
    const events = await eventsOf(runtime, () =>
      assert.rejects(createUser(context, again), { name: 'Refusal', reason: 'email-taken' }),
    )
    assert.deepEqual(events, [])
    assert.equal(await findUser(store, { screenName: 'wants_mail' }), undefined)
  })
}

async function whatIsFound(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  await t.test('the password is stored as an argon2id hash', async () => {
    const user = await createUser(context, {
      screenName: 'secretive',
      email: 'secretive@example.org',
      password: 'pässword with spaces',
    })
    const { password_hash: hash } = must(await store.first(signInOf, { user: user.id }), 'the sign-in')
    assert.match(hash, /^\$argon2id\$/)
    assert.equal(await verifyPassword('pässword with spaces', hash), true)
    assert.equal(await verifyPassword('password with spaces', hash), false)
  })

  await t.test('an imported account is found by its long name', async () => {
    const id = 2n ** 63n - 1n
    await importFollows(context, [{ follower: id, followee: 5n }], async () => undefined)
    assert.equal((await requireUser(store, { screenName: `USER_${id}` })).id, id)
  })

  for (const screenName of ['', '\0', 'plain\0', '\u{1f600}', '\ud83d', "' or 1=1 --", 'p'.repeat(5000)]) {
    await t.test(`no user is found for ${JSON.stringify(screenName.slice(0, 20))}`, async () => {
      assert.equal(await findUser(store, { screenName }), undefined)
    })
  }
}

async function refusalsOf(attempts: readonly Promise<unknown>[]): Promise<RefusalReason[]> {
  const outcomes = await Promise.allSettled(attempts)
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.reason] : []))
}

const signInOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('sign_ins').selectAll().where('user_id', '=', p('user')),
)
