import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshConfig } from '../../../test/support/engines.ts'
import { recordingLogger } from '../../../test/support/logged.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Logger } from '../../lib/log.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { UploadStore } from '../uploads/upload-store.ts'
import { ImportQueue } from './import-queue.ts'
import { type ImportRun, StoredRuns } from './stored-runs.ts'

const RUN: ImportRun = {
  ...{ id: '0123456789abcdef', startedBy: 'ann@example.org', files: [] },
  choices: { only: null, isDryRun: false, isProtected: false, isReversed: false },
  ...{ state: 'running', createdAt: 1, startedAt: 2, endedAt: null },
  ...{ interruptions: 2, lines: [], failure: null },
}

test('spec/console.md#imports-at-the-desk: after three interruptions, an import waits for the operator, and its temporary files are removed', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const clock = new TestClock()
  const folder = join(config.data, 'imports')
  const stored = new StoredRuns(folder, systemRandom)
  await stored.write(RUN)
  const scratch = stored.scratchOf(RUN.id)
  await mkdir(scratch)
  await writeFile(join(scratch, 'copy'), 'rows and a key')
  const { logger } = recordingLogger()
  const bounds = { maxBytes: 1, maxUploads: 1 }
  const uploads = new UploadStore(join(config.data, 'uploads'), bounds, { clock, random: systemRandom })
  const queue = new ImportQueue({
    ...{ config, uploads, folder, clock, machine: clock, random: systemRandom },
    logger: logger as unknown as Logger,
  })
  await queue.open()
  t.after(() => queue.close())
  const { state, interruptions, failure } = queue.require(RUN.id)
  assert.deepEqual([state, interruptions], ['failed', 3])
  assert.match(failure ?? '', /stopped three times/)
  assert.equal(existsSync(scratch), false)
  assert.deepEqual(
    (await stored.read()).map(({ state }) => state),
    ['failed'],
  )
})

test('if several states of an import are stored concurrently, the last state is kept', async (t) => {
  const { data } = await freshConfig(t, 'sqlite')
  const stored = new StoredRuns(join(data, 'imports'), systemRandom)
  const states = ['queued', 'running', 'cancelled'] as const
  await Promise.all(states.map((state) => stored.write({ ...RUN, state })))
  assert.deepEqual(
    (await stored.read()).map(({ state }) => state),
    ['cancelled'],
  )
})
