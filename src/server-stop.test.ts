import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopPhases } from './server-stop.ts'

type Running = Parameters<typeof stopPhases>[0]

/** Runs the phase that closes the database, with parts that record when they are closed. */
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

test('the database connection of snapshots is closed before another process can lock the data', async () => {
  const order = ['snapshots', 'database', 'lock']
  assert.deepEqual(await endsOf(async () => undefined), order)
  assert.deepEqual(await endsOf(() => Promise.reject(new Error('the disk is full'))), order)
})
