import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { MemoryWindowStore } from '../counters/memory-windows.ts'
import { FairSemaphore } from '../lib/async/fair-semaphore.ts'
import { type Attempt, MAX_FAILED_TRIES, PasswordChecks, TooManyTries } from './_password-checks.ts'

const LOGIN = 'ada@example.org'

function stage() {
  const clock = new TestClock()
  const semaphore = new FairSemaphore({ maxConcurrent: 2, maxWaiting: 4 })
  const checks = new PasswordChecks(clock, new MemoryWindowStore({ clock }), semaphore)
  let verified = 0
  const attempt = (address: string, login = LOGIN, door: Attempt['door'] = 'stream') => ({
    door,
    login,
    address,
  })
  const wrong = (given: Attempt) =>
    checks.check(given, async () => {
      verified += 1
      return undefined
    })
  const right = (given: Attempt) => checks.check(given, async () => 'ada')
  return { clock, checks, attempt, wrong, right, verified: () => verified }
}

describe('failed attempts are counted by network and account', () => {
  test('after ten failed attempts of a network for an account, even the correct password is refused until the window ends', async () => {
    const { clock, attempt, wrong, right, verified } = stage()
    const here = attempt('192.0.2.1')
    for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1) assert.equal(await wrong(here), undefined)
    clock.advance(1_000)
    await assert.rejects(right(here), (error) => error instanceof TooManyTries && error.retryAfter === 899)
    await assert.rejects(wrong(here), TooManyTries)
    assert.equal(verified(), MAX_FAILED_TRIES.pair)
    assert.equal(await right(attempt('192.0.2.2')), 'ada', 'from elsewhere')
    assert.equal(await right(attempt('192.0.2.1', 'bob@example.org')), 'ada', 'another account')
    clock.advance(899_000)
    assert.equal(await right(here), 'ada')
  })

  test('the limit of a network covers all accounts and all endpoints; an IPv6 network has 64 bits', async () => {
    const { attempt, wrong, right, verified } = stage()
    for (let count = 0; count < MAX_FAILED_TRIES.network; count += 1) {
      const door = count % 2 === 0 ? 'page' : 'stream'
      await wrong(attempt(`2001:db8:0:1::${count.toString(16)}`, `user${count}`, door))
    }
    await assert.rejects(wrong(attempt('2001:db8:0:1::ffff', 'another')), TooManyTries)
    assert.equal(verified(), MAX_FAILED_TRIES.network)
    assert.equal(await right(attempt('2001:db8:0:2::1', 'another')), 'ada')
  })

  test('the limit of an account covers all networks, except those with an earlier sign-in', async () => {
    const { attempt, wrong, right, verified } = stage()
    const home = attempt('198.51.100.1')
    assert.equal(await right(home), 'ada')
    for (let count = 0; count < MAX_FAILED_TRIES.account; count += 1) await wrong(attempt(`192.0.2.${count}`))
    assert.equal(verified(), MAX_FAILED_TRIES.account)
    await assert.rejects(wrong(attempt('203.0.113.1')), TooManyTries)
    await assert.rejects(right(attempt('203.0.113.1')), TooManyTries)
    assert.equal(await right(home), 'ada')
    // The limit of account and network still applies to a network with an earlier sign-in.
    for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1) await wrong(home)
    await assert.rejects(right(home), TooManyTries)
  })

  test('a cached password does not bypass the limits', async () => {
    const { checks, attempt, wrong } = stage()
    const here = attempt('192.0.2.1')
    for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1) await wrong(here)
    const never = () => assert.fail('nothing is checked')
    await assert.rejects(
      checks.check(here, never, () => 'ada'),
      TooManyTries,
    )
  })

  test('concurrent attempts count like successive attempts', async () => {
    const { attempt, wrong, verified } = stage()
    const here = attempt('192.0.2.1')
    for (let count = 0; count < MAX_FAILED_TRIES.pair - 1; count += 1) await wrong(here)
    await Promise.allSettled([wrong(here), wrong(here), wrong(here), wrong(here), wrong(here), wrong(here)])
    // Two checks run concurrently, and both may have found that one attempt is left.
    assert.ok(verified() <= MAX_FAILED_TRIES.pair + 1, String(verified()))
  })

  test('a success is not counted', async () => {
    const { attempt, right } = stage()
    for (let count = 0; count < 200; count += 1) assert.equal(await right(attempt('192.0.2.1')), 'ada')
  })
})
