/** Refused requests. Each must be cheaper than the cheapest successful request. */
import { Contenders, REAL, SPENT } from './edge/contenders.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress } from './lib/report.ts'
import { cpuOf, interleave, rateRatio, ratesOf } from './lib/statistics.ts'

export async function bench(options: BenchOptions): Promise<void> {
  await using contenders = await Contenders.start(options)
  progress('errors: 400, 401, 404 and 429 against a page of no followers, on SQLite')
  const samples = await interleave(
    {
      'served, bearer token': contenders.bearer(`${REAL}&screen_name=bench`, 200),
      'served, OAuth 1.0a': contenders.signed(REAL, 200),
      '400 no credentials': contenders.anonymous(REAL, 400),
      '401 unknown bearer token': contenders.bearer(REAL, 401, 'unknown'),
      '401 forged signature': contenders.signed(REAL, 401, true),
      '404 unknown path': contenders.anonymous('/nothing', 404),
      '429 bearer token': contenders.bearer(SPENT, 429),
      '429 OAuth 1.0a': contenders.signed(SPENT, 429),
    },
    options.rounds,
    1,
  )
  const servedLike = (name: string) =>
    /OAuth|signature/.test(name) ? samples['served, OAuth 1.0a'] : samples['served, bearer token']
  const refused = Object.entries(samples).filter(([name]) => !name.startsWith('served'))
  printTable(
    'Refusals a second, against a page of no followers with the same credentials (median, minimum–maximum)',
    Object.entries(samples).map(([name, of]) => ({
      request: name,
      'requests/s': count(ratesOf(of)),
      'of what is served': percent(rateRatio(of, servedLike(name))),
      'CPU a request': ms(cpuOf(of).median),
    })),
  )
  for (const [name, of] of refused) {
    printVerdict(`${name} against the request that is served`, rateRatio(of, servedLike(name)).median, {
      atLeast: 1,
    })
  }
}
