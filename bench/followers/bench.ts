/**
 * Measures pages of 5,000 follower ids over HTTP. Compares them with the bare statement and with a bare
 * route that sends the same bytes. Measures the newest page, a middle page and the oldest page, without and
 * with gzip, and with hidden users.
 */
import { type Installation, Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { progress, whole } from '../lib/report.ts'
import { interleave } from '../lib/statistics.ts'
import { Contenders } from './contenders.ts'
import { type Fixture, fill, hide } from './fixture.ts'
import { report } from './report.ts'
import type { HiddenResult, PageResult } from './results.ts'

/** Numbers of hidden followers of the largest account. Each number has its own rounds. */
const HIDDEN = [100, 100_000]

export async function bench(options: BenchOptions): Promise<void> {
  const pages: PageResult[] = []
  const hidden: HiddenResult[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const followers of options.sizes) {
      progress(`${engine}, ${whole(followers)} followers`)
      const place = await places.fresh(engine)
      const fixture = await fill(place, followers)
      pages.push(await measurePages(place, fixture, options))
      if (followers === Math.max(...options.sizes)) {
        hidden.push(...(await measureHidden(place, fixture, options)))
      }
      await places.discard(place)
    }
  }
  report(pages, hidden)
}

async function measurePages(
  place: Installation,
  fixture: Fixture,
  options: BenchOptions,
): Promise<PageResult> {
  const [first, middle, last] = fixture.cursors
  await using contenders = await Contenders.start(place, fixture, options)
  const samples = await interleave(
    {
      // Compared contenders run directly after each other.
      'page first': contenders.page(first),
      'statement first': await contenders.statement(first),
      gzip: contenders.gzip(first),
      'page middle': contenders.page(middle),
      'page last': contenders.page(last),
      'statement middle': await contenders.statement(middle),
      'statement last': await contenders.statement(last),
      route: contenders.route(),
    },
    options.rounds,
    1,
  )
  return { engine: place.engine, followers: fixture.followers, bytes: contenders.bytes, samples }
}

async function measureHidden(
  place: Installation,
  fixture: Fixture,
  options: BenchOptions,
): Promise<HiddenResult[]> {
  const { engine } = place
  const { followers, cursors } = fixture
  const results: HiddenResult[] = []
  for (const hidden of HIDDEN.filter((count) => count <= followers / 10)) {
    progress(`${engine}, ${whole(followers)} followers, ${whole(hidden)} of them hidden`)
    await hide(place, followers, hidden)
    await using contenders = await Contenders.start(place, fixture, options)
    const samples = await interleave(
      {
        'page first': contenders.page(cursors[0]),
        'statement first': await contenders.statement(cursors[0]),
      },
      options.rounds,
      1,
    )
    results.push({ engine, followers, hidden, samples })
  }
  return results
}
