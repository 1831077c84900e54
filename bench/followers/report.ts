/** Prints the results of the followers bench. */
import { count, ms, percent, printTable, printVerdict, whole } from '../lib/report.ts'
import { cpuOf, rateRatio, ratesOf } from '../lib/statistics.ts'
import type { HiddenResult, PageResult } from './results.ts'

export function report(pages: readonly PageResult[], hidden: readonly HiddenResult[]): void {
  printTable(
    'Pages a second, and processor time of the process that serves them (median of the rounds, minimum–maximum)',
    pages.map(({ engine, followers, bytes, samples: s }) => ({
      engine,
      followers: whole(followers),
      'bytes a page': whole(bytes.plain),
      'pages/s': count(ratesOf(s['page first'])),
      'bare statement/s': count(ratesOf(s['statement first'])),
      'of the statement': percent(rateRatio(s['page first'], s['statement first'])),
      'bare route/s': count(ratesOf(s.route)),
      'of the route': percent(rateRatio(s['page first'], s.route)),
      'CPU a page': ms(cpuOf(s['page first']).median),
      'CPU a statement': ms(cpuOf(s['statement first']).median),
    })),
  )
  printTable(
    'Depth: time of a page against that of the first page',
    pages.map(({ engine, followers, samples: s }) => ({
      engine,
      followers: whole(followers),
      'middle, over HTTP': percent(rateRatio(s['page first'], s['page middle'])),
      'last, over HTTP': percent(rateRatio(s['page first'], s['page last'])),
      'middle, statement': percent(rateRatio(s['statement first'], s['statement middle'])),
      'last, statement': percent(rateRatio(s['statement first'], s['statement last'])),
    })),
  )
  printTable(
    'With gzip asked for',
    pages.map(({ engine, followers, bytes, samples: s }) => ({
      engine,
      followers: whole(followers),
      'pages/s': count(ratesOf(s.gzip)),
      'of plain': percent(rateRatio(s.gzip, s['page first'])),
      size: `${((bytes.gzip / bytes.plain) * 100).toFixed(0)} %`,
      'CPU a page': ms(cpuOf(s.gzip).median),
    })),
  )
  printTable(
    'With hidden users among the followers',
    hidden.map(({ engine, followers, hidden, samples: s }) => ({
      engine,
      followers: whole(followers),
      hidden: whole(hidden),
      'pages/s': count(ratesOf(s['page first'])),
      'bare statement/s': count(ratesOf(s['statement first'])),
      'of the statement': percent(rateRatio(s['page first'], s['statement first'])),
    })),
  )
  printVerdicts(pages)
}

function printVerdicts(pages: readonly PageResult[]): void {
  process.stdout.write('\n')
  for (const { engine, followers, samples: s } of pages) {
    const where = `${engine}, ${whole(followers)} followers`
    const ofStatement = rateRatio(s['page first'], s['statement first']).median
    printVerdict(`${where}: pages against the bare statement`, ofStatement, { atLeast: 0.6 })
    const depth = rateRatio(s['page first'], s['page last']).median
    printVerdict(`${where}: time of the last page against the first`, depth, { atMost: 1.1 })
    printVerdict(`${where}: gzip against plain`, rateRatio(s.gzip, s['page first']).median, { atLeast: 0.5 })
  }
  for (const engine of new Set(pages.map((page) => page.engine))) {
    const sizes = pages.filter((page) => page.engine === engine).toSorted((a, b) => a.followers - b.followers)
    const [least, most] = [sizes[0], sizes.at(-1)]
    if (least === undefined || most === undefined || least === most) continue
    const rate = ({ samples }: PageResult) => ratesOf(samples['page first']).median
    const what = `${engine}: time of a page of ${whole(most.followers)} followers against ${whole(least.followers)}`
    printVerdict(what, rate(least) / rate(most), { atMost: 1.2 })
  }
}
