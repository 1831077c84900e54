import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshConfig, type Hooks, testRuntime } from '../../../../test/support/engines.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { changeConsolePassword, createConsoleUser } from '../../../domain/console/console-account.ts'
import { systemRandom } from '../../../lib/clock.ts'
import { Turnstile, TurnstileFull } from '../../../lib/turnstile.ts'
import { KnownPasswords, REMEMBERED_MS } from './_passwords.ts'

const EMAIL = 'Firehose@example.org'
const PASSWORD = 'battery staple'

/** Counts the slow hashes. */
class Counted extends Turnstile {
  passes = 0

  override pass<T>(work: () => Promise<T>): Promise<T> {
    this.passes += 1
    return super.pass(work)
  }
}

async function stage(t: Hooks) {
  const clock = new TestClock()
  const { context } = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const user = await createConsoleUser(context, {
    accountName: 'acme',
    email: EMAIL,
    password: PASSWORD,
    role: 'admin',
  })
  const known = new KnownPasswords(clock, systemRandom)
  const slowHashes = new Counted(2, 50)
  const verify = (email: string, password: string) => known.verify(context, slowHashes, email, password)
  return { clock, context, user, known, slowHashes, verify }
}

describe('compliance-stream.md 4: passwords that were verified are remembered for 60 s', () => {
  test('a right one costs one slow hash a minute, in whatever case the address is written', async (t) => {
    const { clock, user, slowHashes, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.deepEqual(await verify(EMAIL.toUpperCase(), PASSWORD), user)
    clock.advance(REMEMBERED_MS - 1)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(slowHashes.passes, 1)
    clock.advance(1)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(slowHashes.passes, 2)
  })

  test('a wrong one is never remembered, nor one of nobody', async (t) => {
    const { known, slowHashes, verify } = await stage(t)
    for (const [email, password] of [
      [EMAIL, 'wrong'],
      [EMAIL, 'wrong'],
      ['nobody@example.org', PASSWORD],
      ['\0', PASSWORD],
    ] as const) {
      assert.equal(await verify(email, password), undefined)
    }
    assert.equal(slowHashes.passes, 4)
    assert.equal(known.size, 0)
  })

  test('promise 7: with another password the one before is forgotten at once', async (t) => {
    const { context, user, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    await changeConsolePassword(context, EMAIL, 'a new password')
    assert.equal(await verify(EMAIL, PASSWORD), undefined)
    assert.deepEqual(await verify(EMAIL, 'a new password'), user)
  })

  test('when too many wait for a slow hash the next is turned away, but nobody who is remembered', async (t) => {
    const { context, known, user, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    const full = new Turnstile(1, 0)
    const { promise, resolve } = Promise.withResolvers<void>()
    const inside = full.pass(() => promise)
    assert.deepEqual(await known.verify(context, full, EMAIL, PASSWORD), user)
    await assert.rejects(known.verify(context, full, EMAIL, 'wrong'), TurnstileFull)
    resolve()
    await inside
  })
})
