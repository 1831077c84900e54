import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { recordingLogger, SILENT } from '../../../test/support/logged.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { Checkpointer, CUT_EVERY_MS, LOOK_EVERY_MS } from './checkpointer.ts'

interface Report {
  readonly pages: number
  readonly emptied: boolean
}

/** A database file, functions that write to it, and a checkpointer that restarts logs above 5 MB. */
async function bench(t: TestContext) {
  const file = join(await temporaryDirectory(t), 'test.sqlite')
  const db = open(t, file)
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table pile (text text)')
  const clock = new TestClock()
  const reports: Report[] = []
  const observer = { checkpoint: (pages: number, emptied: boolean) => reports.push({ pages, emptied }) }
  const checkpointer = new Checkpointer(file, clock, SILENT, observer, {
    copyAbove: 1_000,
    beginAnewAbove: 1_220,
  })
  t.after(() => checkpointer.close())
  return {
    file,
    logSize: () => statSync(`${file}-wal`).size,
    write: () => db.prepare('insert into pile values (?)').run('x'.repeat(6_000_000)),
    writeLittle: () => db.prepare('insert into pile values (?)').run('little'),
    /** Advances the clock until the worker reports. */
    async look(): Promise<Report | undefined> {
      const before = reports.length
      await waitUntil(() => {
        clock.advance(LOOK_EVERY_MS)
        return reports.length > before
      })
      return reports.at(-1)
    },
    minute: () => clock.advance(CUT_EVERY_MS),
    async lookInVain(): Promise<void> {
      for (let turn = 0; turn < 20; turn++) {
        clock.advance(LOOK_EVERY_MS)
        await new Promise(setImmediate)
      }
      assert.deepEqual(reports, [])
    },
  }
}

function open(t: TestContext, file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  t.after(() => db.close())
  return db
}

test('a short log is not copied; a long log is copied and restarted, and keeps its length', async (t) => {
  const { file, logSize, write, look, lookInVain } = await bench(t)
  await lookInVain()
  write()
  assert.ok(logSize() > 6_000_000)
  const report = await look()
  assert.equal(report?.emptied, true)
  assert.ok((report?.pages ?? 0) > 1_400, `${report?.pages} pages`)
  assert.ok(statSync(file).size > 6_000_000)
  const length = logSize()
  write()
  assert.equal(logSize(), length, 'it is written over')
})

test('once a minute the log is truncated, whatever its length and even under load', async (t) => {
  const { logSize, writeLittle, look, minute, lookInVain } = await bench(t)
  writeLittle()
  await lookInVain()
  assert.ok(logSize() > 0)
  for (let round = 0; round < 3; round++) {
    writeLittle()
    minute()
    assert.equal((await look())?.emptied, true)
    assert.equal(logSize(), 0)
  }
})

test('a log that grew during a long read is truncated after the read has ended', async (t) => {
  const { file, logSize, write, look, minute } = await bench(t)
  const reader = open(t, file)
  reader.exec('begin; select count(*) from pile')
  write()
  minute()
  assert.equal((await look())?.emptied, false)
  reader.exec('commit')
  assert.equal((await look())?.emptied, true)
  assert.equal(logSize(), 0)
})

test('while a reader uses an old snapshot, the log is not restarted; the worker copies the pages that it can and retries later', async (t) => {
  const { file, logSize, write, look } = await bench(t)
  const reader = open(t, file)
  reader.exec('begin; select count(*) from pile')
  write()
  const kept = await look()
  assert.equal(kept?.emptied, false)
  assert.ok(logSize() > 6_000_000)
  reader.exec('commit')
  assert.equal((await look())?.emptied, true)
})

test('a failed checkpoint is logged once per reason', async (t) => {
  const file = join(await temporaryDirectory(t), 'no-database.sqlite')
  writeFileSync(file, 'this is a text file, and a long one: '.repeat(100))
  const clock = new TestClock()
  const { logger, lines } = recordingLogger()
  const checkpointer = new Checkpointer(file, clock, logger)
  t.after(() => checkpointer.close())
  let workers = 0
  const onWorker = () => {
    workers += 1
  }
  process.on('worker', onWorker)
  t.after(() => process.off('worker', onWorker))
  await waitUntil(() => {
    // SQLite discards the log after each failure.
    writeFileSync(`${file}-wal`, 'x'.repeat(6_000_000))
    clock.advance(CUT_EVERY_MS)
    return workers > 2
  })
  assert.deepEqual(
    lines.map(({ msg, reason }) => [msg, reason]),
    [['the write-ahead log could not be copied; it is tried again', 'Error: file is not a database']],
  )
})

test('a worker that died is replaced', async (t) => {
  const { write, look } = await bench(t)
  const started: Promise<Worker[]> = once(process, 'worker')
  write()
  await look()
  const [worker] = await started
  await worker?.terminate()
  write()
  assert.equal((await look())?.emptied, true)
})
