import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopPhases } from './server-stop.ts'

type Running = Parameters<typeof stopPhases>[0]

/** The phase of the database, over parts that write down their end. */
async function endsOf(closeSnapshots: () => Promise<void>): Promise<readonly string[]> {
  const ends: string[] = []
  const parts = {
    config: { drain_seconds: 0 },
    runtime: { close: async () => void ends.push('database') },
    lock: { release: () => ends.push('lock') },
    testControls: {
      snapshots: {
        close: () => {
          ends.push('snapshots')
          return closeSnapshots()
        },
      },
    },
  }
  const phase = stopPhases(parts as unknown as Running).find(({ name }) => name === 'database')
  await phase?.run()
  return ends
}

test('the connection of snapshots ends before the data is free for another process', async () => {
  const order = ['snapshots', 'database', 'lock']
  assert.deepEqual(await endsOf(async () => undefined), order)
  assert.deepEqual(await endsOf(() => Promise.reject(new Error('the disk is full'))), order)
})
