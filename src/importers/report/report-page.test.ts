import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tally } from '../files/tally.ts'
import { binsOf } from './charts.ts'
import { reportData } from './report-data.ts'
import { reportPage } from './report-page.ts'

const HOSTILE = '</title><script>alert(1)</script><img src=x onerror="x">\'"&'

test('spec/data-files.md#report: the page loads no other files, and escapes names', () => {
  const tally = new Tally()
  tally.begin(0, HOSTILE)
  tally.countRead(HOSTILE)
  tally.count('held-back', HOSTILE, 2)
  tally.countRepairs(HOSTILE, [{ path: HOSTILE, fault: 'no date' }], 'posts')
  tally.fault(HOSTILE, HOSTILE)
  tally.warning(HOSTILE, HOSTILE)
  const reasons = [{ reason: HOSTILE, count: 4, places: [HOSTILE] }]
  tally.moveTo(0, 1, { bytes: 0, unlisted: 0, reasons })
  const data = reportData({
    tally,
    rejects: HOSTILE,
    resumedAfter: 1,
    isDryRun: true,
    statistics: {
      posts: 3,
      days: [
        ['2020-01-31', 1],
        ['2020-02-02', 2],
      ],
      languages: [[HOSTILE, 3]],
      accounts: [{ id: '1', name: HOSTILE, posts: 3 }],
      isAccountsCut: true,
    },
  })
  const page = reportPage(data)
  assert.ok(!/<(?:script|img|link)|<[^>]*\s(?:src|href)=|url\(|@import/i.test(page))
  assert.ok(page.includes('&#60;script&#62;alert(1)'))
  assert.match(page, /^<!doctype html>\n<html lang="en">/)
  assert.match(page, /<svg class="chart" role="img" aria-label="Posts by day, at most 2"/)
  assert.match(page, /Dry run: nothing was written/)
  assert.match(page, /<h2[^>]*>Rejected objects<\/h2>/)
})

test('spec/data-files.md#report: the page has the first edge, the results of notices, and the remedy for ids', () => {
  const source = { rejects: undefined, resumedAfter: 0, isDryRun: false, statistics: undefined }
  const pageOf = (tally: Tally) =>
    reportPage(reportData({ ...source, tally }))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  const graph = new Tally()
  graph.begin(0, 'edges.txt')
  graph.noteEdge({ follower: 71n, followee: 72n })
  assert.match(pageOf(graph), /The first edge was read as: user 71 follows user 72\./)
  const recording = new Tally()
  recording.begin(0, 'hour.json')
  recording.countStored({
    kinds: {
      posts: { imported: 1, skipped: 0 },
      users: { imported: 0, skipped: 0 },
      follows: { imported: 0, skipped: 0 },
    },
    ...{ notices: { applied: 3, remembered: 2, unchanged: 1 }, deletedPosts: 4, refused: [], repaired: [] },
  })
  assert.match(
    pageOf(recording),
    /Notices of recordings Result Number applied 3 remembered for what may follow 2 without effect 1 posts that were left out because they were deleted 4/,
  )
  const ids = new Tally()
  ids.begin(0, 'ids.txt')
  ids.count('counted', 'bare number or id', 2)
  assert.match(pageOf(ids), /These are ids, not posts\. aviary compliance check --ids FILE compares them/)
  assert.doesNotMatch(pageOf(recording), /Not kept This server|These are ids/)
})

test('spec/data-files.md#report: the chart has a bar for each day, month or year, depending on the span of time; days without posts also have a bar', () => {
  assert.deepEqual(
    binsOf([
      ['2020-02-28', 1],
      ['2020-03-01', 2],
    ]),
    {
      unit: 'day',
      bins: [
        ['2020-02-28', 1],
        ['2020-02-29', 0],
        ['2020-03-01', 2],
      ],
    },
  )
  const months = binsOf([
    ['2019-11-05', 1],
    ['2019-11-06', 1],
    ['2020-07-01', 2],
  ])
  assert.deepEqual([months.unit, months.bins.length, months.bins[0]], ['month', 9, ['2019-11', 2]])
  const years = binsOf([
    ['0001-01-01', 1],
    ['9999-01-01', 1],
  ])
  assert.deepEqual([years.unit, years.bins.length], ['year', 2])
  assert.deepEqual(binsOf([['others', 1]]), { unit: 'day', bins: [] })
})

test('spec/data-files.md#report: personal archives have sections, and the sums include them', () => {
  const list = { read: 5, imported: 2, skipped: 1, rejected: 1, heldBack: 1, resumedAfter: 0 }
  const repairs = [{ path: HOSTILE, fault: 'no date' as const, count: 4, lines: [1] }]
  const report = {
    kinds: { posts: { ...list, rejects: HOSTILE, repairs } },
    account: {
      ...list,
      rejects: undefined,
      repairs: [{ path: 'location', fault: 'no date' as const, count: 2, lines: [1] }],
    },
    ...{ heldBack: { contact: 3 }, notKept: { moment: 2 }, notices: [HOSTILE] },
    members: [{ name: HOSTILE, read: 5, imported: 2, skipped: 1, repaired: 4, rejected: 1, held_back: 1 }],
    faults: [{ place: HOSTILE, reason: 'it is corrupt' }],
  }
  const tally = new Tally()
  tally.begin(0, 'archive.zip')
  tally.countArchive('archive.zip', report)
  const data = reportData({
    ...{ tally, rejects: undefined, resumedAfter: 0, isDryRun: false, statistics: undefined },
  })
  const page = reportPage(data, [{ name: HOSTILE, report }])
  assert.ok(!/<(?:script|img|link)/i.test(page))
  const text = page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  assert.match(
    text,
    /Read 10 Imported 2 Already present 1 Repaired values 6 Rejected 1 Held back 4 Not kept 2 Notices 0/,
  )
  assert.match(
    text,
    /Personal archive .*Kind Read Imported Already present Repaired Rejected Held back posts 5 2 1 4 1 1/,
  )
  assert.match(text, /Held back Private\. Nothing of it is stored\. Name Number contact 3/)
  assert.match(text, /Not kept This server has no place for it\. Name Number moment 2/)
  assert.match(
    text,
    /By kind Kind Read Imported Already present Repaired Rejected posts 4 2 1 4 1 users 0 0 0 2 0/,
  )
  assert.match(text, /By file .* archive\.zip posts of an archive: 5 10 2 1 6 1 4 2/)
  assert.match(text, /Files of the archive .* 5 2 1 4 1 1/)
  assert.match(text, /Not read to the end .*: it is corrupt/)
})
