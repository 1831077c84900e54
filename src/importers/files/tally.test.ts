import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ArchiveReport } from '../archive/archive-report.ts'
import { Tally } from './tally.ts'

const REPORT: ArchiveReport = {
  ...{ kinds: {}, heldBack: {}, notKept: {}, notices: [], members: [], faults: [] },
}

describe('the counts of an import', () => {
  test('continue the reject file of an earlier version of Aviary, which stored only the size of the file', () => {
    const { rejects: _, ...earlier } = JSON.parse(new Tally().serialize()) as { rejects: unknown }
    const tally = new Tally()
    tally.restore(JSON.stringify({ ...earlier, rejectBytes: 123 }))
    assert.deepEqual(tally.state.rejects, { bytes: 123, unlisted: 0, reasons: [] })
    tally.moveTo(0, 1, { bytes: 200, unlisted: 2, reasons: [] })
    const again = new Tally()
    again.restore(tally.serialize())
    assert.deepEqual(again.state.rejects, { bytes: 200, unlisted: 2, reasons: [] })
  })

  test('contain the reports of 100 archives, and the number of further archives', () => {
    const tally = new Tally()
    for (let index = 0; index < 103; index++) tally.countArchive(`${index}.zip`, REPORT)
    assert.deepEqual([tally.state.archives.length, tally.state.moreArchives], [100, 3])
  })
})
