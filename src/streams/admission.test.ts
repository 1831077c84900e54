import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { must } from '../lib/assert.ts'
import { Admission } from './admission.ts'

/** Leases that another process can take over. */
function leasesOf(taken: readonly string[] = []) {
  const held = new Map<string, () => void>()
  return {
    held,
    take: async (name: string, onLost: () => void) => {
      if (taken.includes(name)) return false
      held.set(name, onLost)
      return true
    },
    give: (name: string) => {
      held.delete(name)
    },
  }
}

describe('admission to a stream', () => {
  test('a key has up to its maximum of connections, until one is released', () => {
    const admission = new Admission(2)
    const first = must(admission.reserve('a'), 'the first')
    must(admission.reserve('a'), 'the second')
    assert.equal(admission.reserve('a'), undefined)
    must(admission.reserve('b'), 'another key')
    first.release()
    must(admission.reserve('a'), 'the one that was released')
    assert.equal(admission.reserve('a'), undefined)
  })

  test('a reservation that is released twice frees one connection', () => {
    const admission = new Admission(1)
    const first = must(admission.reserve('a'), 'the first')
    first.release()
    must(admission.reserve('a'), 'the second')
    first.release()
    assert.equal(admission.reserve('a'), undefined)
  })

  test('without leases every claim is granted', async () => {
    assert.equal(await must(new Admission(1).reserve('a'), 'a reservation').claim(), true)
  })

  test('a key of another process is not granted', async () => {
    const admission = new Admission(1, leasesOf(['a']))
    assert.equal(await must(admission.reserve('a'), 'a reservation').claim(), false)
    assert.equal(await must(admission.reserve('b'), 'a reservation').claim(), true)
  })

  test('a lost lease is reported, also when it was lost before a listener was set', async () => {
    const leases = leasesOf()
    const admission = new Admission(1, leases)
    for (const isEarly of [false, true]) {
      const reservation = must(admission.reserve('a'), 'a reservation')
      await reservation.claim()
      let lost = 0
      const listen = () => {
        reservation.watch({
          leaseLost: () => {
            lost += 1
          },
        })
      }
      if (!isEarly) listen()
      leases.held.get('a')?.()
      if (isEarly) listen()
      assert.equal(lost, 1)
      reservation.release()
      assert.equal(leases.held.size, 0, 'the lease is released')
    }
  })
})
