import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heldLease } from '../../test/support/processes/leases.ts'
import type { Lease } from '../cluster/cluster.ts'
import { must } from '../lib/assert.ts'
import { Admission } from './admission.ts'

/**
 * A cluster in which other nodes hold the leases of the keys in `taken`. A test can make another node take over a
 * lease.
 */
function clusterWith(taken: readonly string[] = []) {
  const held = new Map<string, AbortController>()
  const lease = (name: string): Lease => ({
    name,
    acquire: async () => {
      if (taken.includes(name)) return undefined
      const lost = new AbortController()
      held.set(name, lost)
      const release = async () => void held.delete(name)
      return { ...heldLease(), epoch: 1n, signal: lost.signal, release }
    },
  })
  return { held, lease }
}

describe('admission to a stream', () => {
  test('a key can have the maximum number of connections; after one is released, it can have one more', () => {
    const admission = new Admission(2)
    const first = must(admission.reserve('a'), 'the first')
    must(admission.reserve('a'), 'the second')
    assert.equal(admission.reserve('a'), undefined)
    must(admission.reserve('b'), 'another key')
    first.release()
    must(admission.reserve('a'), 'the one that was released')
    assert.equal(admission.reserve('a'), undefined)
  })

  test('a reservation that is released twice frees only one connection', () => {
    const admission = new Admission(1)
    const first = must(admission.reserve('a'), 'the first')
    first.release()
    must(admission.reserve('a'), 'the second')
    first.release()
    assert.equal(admission.reserve('a'), undefined)
  })

  test('without leases in the cluster, every claim is granted', async () => {
    assert.equal(await must(new Admission(1).reserve('a'), 'a reservation').claim(), true)
  })

  test('a claim fails when another node holds the lease of the key', async () => {
    const admission = new Admission(1, clusterWith(['a']))
    assert.equal(await must(admission.reserve('a'), 'a reservation').claim(), false)
    assert.equal(await must(admission.reserve('b'), 'a reservation').claim(), true)
  })

  test('a lost lease is reported, even if it was lost before the call of watch', async () => {
    const cluster = clusterWith()
    const admission = new Admission(1, cluster)
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
      cluster.held.get('a')?.abort()
      if (isEarly) listen()
      assert.equal(lost, 1)
      reservation.release()
      assert.equal(cluster.held.size, 0, 'the lease is released')
    }
  })
})
