import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshConfig, type Hooks, testRuntime } from '../../../../test/support/engines.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { MemoryWindowStore } from '../../../counters/memory-windows.ts'
import { changeConsolePassword, createConsoleUser } from '../../../domain/console/console-account.ts'
import { type Caller, FairSemaphore } from '../../../lib/async/fair-semaphore.ts'
import { SemaphoreFull } from '../../../lib/async/semaphore.ts'
import { systemRandom } from '../../../lib/time/clock.ts'
import { PasswordChecks } from '../../_password-checks.ts'
import { CACHED_MS, PasswordCache } from './_passwords.ts'

const EMAIL = 'Firehose@example.org'
const PASSWORD = 'battery staple'

/** Counts the slow password hashes. */
class Counted extends FairSemaphore {
  passes = 0

  override run<T>(lane: Caller, work: () => Promise<T>): Promise<T> {
    this.passes += 1
    return super.run(lane, work)
  }
}

const ADDRESS = '192.0.2.1'

async function stage(t: Hooks) {
  const clock = new TestClock()
  const { context } = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const user = await createConsoleUser(context, {
    accountName: 'acme',
    email: EMAIL,
    password: PASSWORD,
    role: 'admin',
  })
  const known = new PasswordCache(clock, systemRandom)
  const slowHashes = new Counted({ maxConcurrent: 2, maxWaiting: 50 })
  const windows = new MemoryWindowStore({ clock })
  const checks = new PasswordChecks(clock, windows, slowHashes)
  const verify = (email: string, password: string, accountName = 'acme') =>
    known.verify(context, checks, { accountName, email, password, address: ADDRESS })
  return { clock, context, user, known, slowHashes, windows, verify }
}

describe('spec/compliance-stream.md#verified-passwords: verified passwords are cached for 60 s', () => {
  test('a correct password costs one slow hash per minute, with the e-mail address in upper or lower case', async (t) => {
    const { clock, user, slowHashes, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.deepEqual(await verify(EMAIL.toUpperCase(), PASSWORD), user)
    clock.advance(CACHED_MS - 1)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(slowHashes.passes, 1)
    clock.advance(1)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(slowHashes.passes, 2)
  })

  test('wrong passwords and passwords of unknown accounts are not cached', async (t) => {
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

  test('valid credentials with the name of another account are refused, and their cache entry stays', async (t) => {
    const { user, slowHashes, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(await verify(EMAIL, PASSWORD, 'other'), undefined)
    assert.equal(slowHashes.passes, 2, 'after the same work')
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    assert.equal(slowHashes.passes, 2)
  })

  test('promise 7: a new password removes the old one from the cache immediately', async (t) => {
    const { context, user, verify } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    await changeConsolePassword(context, EMAIL, 'a new password')
    assert.equal(await verify(EMAIL, PASSWORD), undefined)
    assert.deepEqual(await verify(EMAIL, 'a new password'), user)
  })

  test('when too many requests wait for a slow hash, the next request is refused, unless its password is cached', async (t) => {
    const { clock, context, known, user, verify, windows } = await stage(t)
    assert.deepEqual(await verify(EMAIL, PASSWORD), user)
    const full = new FairSemaphore({ maxConcurrent: 1, maxWaiting: 0 })
    const checks = new PasswordChecks(clock, windows, full)
    const { promise, resolve } = Promise.withResolvers<void>()
    const inside = full.run({ name: 'another', isTrusted: false }, () => promise)
    const shown = { accountName: 'acme', email: EMAIL, password: PASSWORD, address: ADDRESS }
    assert.deepEqual(await known.verify(context, checks, shown), user)
    await assert.rejects(known.verify(context, checks, { ...shown, password: 'wrong' }), SemaphoreFull)
    resolve()
    await inside
  })
})
