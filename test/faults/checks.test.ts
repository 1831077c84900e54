/** Tests the checks of a fault run with fake nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unready } from './checks.ts'
import { apply } from './make-fault.ts'
import type { FaultNode } from './node.ts'
import type { Stage } from './stage.ts'

test('a server that has ended by itself is a problem of the run', async () => {
  const nodes = [
    { name: 'node 0', isReady: true, answer: '' },
    { name: 'node 1', isReady: false, answer: 'its process has ended' },
  ] as unknown as FaultNode[]
  assert.deepEqual(await unready({ nodes }, 0), ['node 1 is not ready: its process has ended'])
  assert.deepEqual(await unready({ nodes: nodes.slice(0, 1) }, 0), [])
})

test('kill-holder waits for the node that publishes, and kills no other node', async () => {
  const killed: number[] = []
  let looks = 0
  const nodes = [0, 1].map((index) => ({
    get isPublishing() {
      looks += 1
      return index === 1 && looks > 2
    },
    kill: async () => void killed.push(index),
    start: async () => undefined,
  }))
  const stage = { nodes, links: [] } as unknown as Stage
  const fault = { kind: 'kill-holder', node: 0, atMs: 0, forMs: 0, ms: 0 } as const
  assert.deepEqual(await apply(stage, fault), [])
  assert.deepEqual(killed, [1])
})
