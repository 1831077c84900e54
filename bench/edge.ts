/** The complete request pipeline with an empty endpoint, compared with a bare route of the framework. */
import { Contenders, EMPTY } from './edge/contenders.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress } from './lib/report.ts'
import { cpuOf, interleave, rateRatio, ratesOf, SERVER_WARM_UPS } from './lib/statistics.ts'

export async function bench(options: BenchOptions): Promise<void> {
  await using contenders = await Contenders.start(options)
  progress('edge: an empty endpoint, with a bearer token and with OAuth 1.0a, on SQLite')
  const samples = await interleave(
    {
      'bare route': contenders.bare(),
      'bare route, same headers': contenders.same(),
      'bearer token': contenders.bearer(EMPTY, 200),
      'OAuth 1.0a': contenders.signed(EMPTY, 200),
    },
    options.rounds,
    SERVER_WARM_UPS,
  )
  printTable(
    'Requests a second around an endpoint that does nothing (median of the rounds, minimum–maximum)',
    Object.entries(samples).map(([name, of]) => ({
      request: name,
      'requests/s': count(ratesOf(of)),
      'of the bare route': percent(rateRatio(of, samples['bare route'])),
      'of the one with the same headers': percent(rateRatio(of, samples['bare route, same headers'])),
      'CPU a request': ms(cpuOf(of).median),
    })),
  )
  printVerdict(
    'bearer token against the bare route that answers the same',
    rateRatio(samples['bearer token'], samples['bare route, same headers']).median,
    { atLeast: 0.5 },
  )
}
