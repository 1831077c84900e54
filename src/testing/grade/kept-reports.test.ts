import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { countsOf, KeptReports, MAX_REPORTS } from './kept-reports.ts'

const TRIALS = [
  { name: 'drop', grade: 'pass', expected: 'connects again', seen: 'connected again' },
  { name: 'stall', grade: 'not-seen', expected: 'closes', seen: 'nothing' },
] as const

const report = (client: string) => ({ client, isQuick: false, trials: TRIALS })

test('only the newest reports are stored, and ids are not reused', () => {
  const machine = new TestClock(1_000)
  const reports = new KeptReports(machine)
  for (let index = 0; index <= MAX_REPORTS; index += 1) reports.add(report(`client ${index}`))
  assert.equal(reports.list().length, MAX_REPORTS)
  assert.deepEqual([reports.find('1'), reports.list()[0]?.client], [undefined, `client ${MAX_REPORTS}`])
  assert.equal(reports.remove(String(MAX_REPORTS + 1))?.client, `client ${MAX_REPORTS}`)
  const added = reports.add(report('another'))
  assert.deepEqual([added.id, added.receivedAt], [String(MAX_REPORTS + 2), 1_000])
  assert.deepEqual(countsOf(added), { passed: 1, failed: 0, not_seen: 1 })
  assert.equal(reports.remove('1'), undefined)
})
