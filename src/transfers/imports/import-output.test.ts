import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArchiveReport } from '../../importers/archive/archive-report.ts'
import { Tally } from '../../importers/files/tally.ts'
import { reportData } from '../../importers/report/report-data.ts'
import { resultLines } from './import-output.ts'
import { reportAsJson, reportAsPage } from './report-texts.ts'

const LIST = {
  read: 2,
  imported: 1,
  skipped: 1,
  rejected: 0,
  rejects: undefined,
  repairs: [],
  resumedAfter: 0,
}
const REPORT: ArchiveReport = {
  ...{ kinds: { posts: LIST }, heldBack: {}, notKept: {}, notices: [], members: [], faults: [] },
}

/** The report of an import of many archives. */
function reportOf(count: number) {
  const tally = new Tally()
  for (let index = 0; index < count; index += 1) {
    tally.begin(index, `${index}.zip`)
    tally.countArchive(`${index}.zip`, REPORT)
  }
  const source = { rejects: undefined, resumedAfter: 0, isDryRun: false, statistics: undefined }
  return { data: reportData({ tally, ...source }), archives: tally.state.archives }
}

test('decision 0164: 100 archives have separate reports; further archives are only in the sums, and the lines, the page and the JSON data state how many they are', () => {
  for (const [count, more] of [
    [100, 0],
    [103, 3],
  ] as const) {
    const { data, archives } = reportOf(count)
    assert.deepEqual([archives.length, data.imported, data.skipped], [100, count, count])
    const lines = resultLines(data, archives, 'objects')
    const sentence = `and ${more} more personal archives, whose counts are in the sums above.`
    assert.equal(lines.includes(sentence), more > 0)
    assert.equal(lines.filter((line) => line.endsWith(': a personal archive')).length, 100)
    const page = reportAsPage(data, archives)
    assert.equal(page.includes(`${more} more personal archives have no section`), more > 0)
    const json = JSON.parse(reportAsJson(data, archives)) as { readonly more_archives?: number }
    assert.equal(json.more_archives, more > 0 ? more : undefined)
  }
})
