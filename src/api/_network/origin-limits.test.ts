import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { MemoryWindowStore } from '../../counters/memory-windows.ts'
import { Refusal } from '../../domain/context.ts'
import { PageError } from '../_pages/_errors.ts'
import { requirePasswordMailLeft } from '../settings/_forgot-rules.ts'
import { requireSignUpLeft, requireTakenLeft } from './sign-up/rules.ts'

type Services = Parameters<typeof requireSignUpLeft>[0]

let asked = 0
const GUARDS: Record<string, (services: Services, address: string) => Promise<void>> = {
  'sign-ups': requireSignUpLeft,
  'mails with links': (services, address) => {
    asked += 1
    return requirePasswordMailLeft(services, address, `user${asked}`)
  },
}

for (const [name, guard] of Object.entries(GUARDS)) {
  test(`${name}: a refused address does not use up the requests of its network`, async () => {
    const windows = new MemoryWindowStore({ clock: new TestClock(), onLongWindowChange: () => undefined })
    const tries = async (address: string, count: number) => {
      let allowed = 0
      for (let at = 0; at < count; at += 1) {
        await guard({ windows }, address).then(
          () => {
            allowed += 1
          },
          (error: unknown) => assert.match(String(error), /tooManyRequests|PageError/),
        )
      }
      return allowed
    }
    assert.equal(await tries('192.0.2.1', 100), 10)
    for (const last of [2, 3, 4, 5]) assert.equal(await tries(`192.0.2.${last}`, 11), 10)
    // The addresses 192.0.2.1 to 192.0.2.6 are in one network, which has a separate limit.
    assert.equal(await tries('192.0.2.6', 11), 0)
    assert.equal(await tries('198.51.100.1', 11), 10)
  })
}

test('sign-ups: after five refusals in a day because an e-mail address is in use, the IP address cannot sign up until the next day', async () => {
  const clock = new TestClock()
  const windows = new MemoryWindowStore({ clock, onLongWindowChange: () => undefined })
  const address = '192.0.2.1'
  const [used, other] = (['email-taken', 'email-invalid'] as const).map((reason) => new Refusal(reason, ''))
  for (let at = 0; at < 5; at += 1) {
    const count = await requireTakenLeft({ windows }, address)
    await count(other)
    await count(used)
  }
  await assert.rejects(requireTakenLeft({ windows }, address), PageError)
  clock.advance(86_399_000)
  await assert.rejects(requireTakenLeft({ windows }, address), PageError)
  await requireTakenLeft({ windows }, '192.0.2.2')
  clock.advance(1_000)
  await requireTakenLeft({ windows }, address)
})
