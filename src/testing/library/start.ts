/** Starts a server for tests in this process. */
import { readFile } from 'node:fs/promises'
import { launch } from '../launch.ts'
import { readTime } from '../read-time.ts'
import { ControlRefused } from '../refused.ts'
import { readSeed, readSeedValue, type SeedDocument } from '../world/read-seed.ts'
import type { Aviary, AviaryOptions } from './aviary.ts'
import { handleOf } from './handle.ts'

/**
 * Starts a server on a free port, with its data in memory, all paths of the API, a hundred times the documented limits,
 * and test controls.
 *
 * ```js
 * import { startAviary } from 'aviary-server/testing'
 *
 * await using aviary = await startAviary({ clock: { at: '2020-08-12', speed: 0 } })
 * const { id } = await aviary.createPost({ author: aviary.user, text: 'Hello' })
 * aviary.faults.set({ path: '/2/tweets/:id', calls: 2, do: { error: 'over-capacity' } })
 * const headers = { authorization: `Bearer ${aviary.app.bearerToken}` }
 * const response = await fetch(`${aviary.url}/2/tweets/${id}`, { headers })
 * ```
 * @throws {Error} for wrong options and seed files; the message has a line for each mistake
 */
export async function startAviary(options: AviaryOptions = {}): Promise<Aviary> {
  const { seed, apiDate, clock = {}, randomSeed, database, settings } = options
  const launched = await launch({
    settings: { log_level: 'error', api_date: apiDate, database, ...settings, ...REQUIRED },
    startAt: clock.at === undefined ? undefined : readTime(clock.at),
    speed: clock.speed,
    randomSeed: randomSeed === undefined ? undefined : String(randomSeed),
    seed: await seedOf(seed),
    log: process.stderr,
  })
  return handleOf(launched)
}

/** The setting that turns test controls on; the test library needs them. */
const REQUIRED = { test_controls: 'on' }

async function seedOf(seed: AviaryOptions['seed']): Promise<SeedDocument | undefined> {
  if (seed === undefined) return undefined
  if (typeof seed !== 'string') return readSeedValue(seed, 'seed')
  const text = await readFile(seed, 'utf8').catch((error: Error) => {
    throw new ControlRefused(`the seed file: ${error.message}; "aviary init ${seed}" writes an example`)
  })
  return readSeed(text, seed)
}
