/**
 * A storm of moderation with sixteen readers of the compliance stream: they must be told what was done, all of it, once,
 * in order for each post and user. By hand, for longer than tests may take:
 *
 *   node test/storm/storm.ts --engine postgres --seconds 300 --followers 1000000 --kills 10 --seed 1
 *
 * Each kill is of the server or of the database under it, at a random moment, and both are started again.
 */

import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import type { Engine } from '../../src/db/query.ts'
import { type Uniform, uniformOf } from '../../src/demo/random.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { type Hooks, testRuntime } from '../support/engines.ts'
import { Host } from './host.ts'
import { type Population, populate } from './populate.ts'
import { StormReaders } from './readers.ts'
import { Book, type Deed, World } from './world.ts'

export interface StormOptions extends Population {
  readonly engine: Engine
  readonly seed: number
  /** How long actions are sent; all that can be done in that time. */
  readonly seconds: number
  /** How often the server, or the database, is killed meanwhile. */
  readonly kills: number
}

export interface StormReport {
  readonly actions: number
  /** Actions a second, sustained. */
  readonly rate: number
}

/** Actions of one request. */
const BATCH = 100

/** Requests that are on their way at once, each about users of its own. */
const LANES = 8

/** Milliseconds between two looks at the readers. */
const LOOK_MS = 50

/** How often a request whose answer was lost is sent again, and after how long: a server with much data takes its time. */
const TRIES = 3_000
const RETRY_MS = 50

/** Raises the storm, and checks that every reader was told everything. */
export async function storm(t: Hooks, options: StormOptions): Promise<StormReport> {
  const host = await Host.prepare(t, options.engine, options.kills > 0)
  const { context, close } = await testRuntime(t, host.config)
  const [big, ...others] = await populate(context, host.config.data, options)
  await StormReaders.prepare(context)
  await close()
  await host.start()
  const readers = await StormReaders.open(host.url)
  t.after(() => readers.close())
  const book = new Book()
  const users = [must(big, 'the big account'), ...others]
  const worlds = Array.from({ length: LANES }, (_, lane) => {
    const own = users.filter((_, index) => index % LANES === lane)
    return new World(own, uniformOf(options.seed, lane), options.kills === 0)
  })
  const started = systemClock.monotonic()
  let isOver = false
  const blowing = worlds.map(async (world, lane) => {
    if (lane === 0) await act(host, book, [world.leave(users[0] as (typeof users)[number])])
    while (!isOver) await act(host, book, world.batch(BATCH))
  })
  const looking = (async () => {
    while (!isOver) {
      await sleep(systemClock, LOOK_MS)
      await readers.look()
    }
  })()
  await strike(host, options, uniformOf(options.seed, LANES))
  isOver = true
  await Promise.all(blowing)
  const seconds = (systemClock.monotonic() - started) / 1_000
  await looking
  await readers.settle(book)
  return { actions: book.length, rate: book.length / seconds }
}

/** Lets the time pass, and kills what is to be killed in it. */
async function strike(host: Host, { seconds, kills, engine }: StormOptions, uniform: Uniform): Promise<void> {
  const started = systemClock.monotonic()
  const moments = Array.from({ length: kills }, () => uniform() * seconds * 1_000).sort((a, b) => a - b)
  for (const moment of [...moments, seconds * 1_000]) {
    await sleep(systemClock, Math.max(0, started + moment - systemClock.monotonic()))
    if (moment === seconds * 1_000) return
    await host.kill(engine === 'postgres' && uniform() < 0.5 ? 'database' : 'server')
  }
}

/** Does everything once, whether or not its answer arrives: what is refused the second time was done the first time. */
async function act(host: Host, book: Book, deeds: readonly Deed[]): Promise<void> {
  let results = await host.moderate(deeds)
  let isRepeated = false
  for (let tries = 0; !isAnswered(results) && tries < TRIES; tries += 1) {
    isRepeated = true
    await sleep(systemClock, RETRY_MS)
    results = await host.moderate(deeds)
  }
  const refused = must(results, 'an answer').findIndex(({ done }) => !done)
  if (!isRepeated) assert.equal(refused, -1, JSON.stringify([deeds[refused]?.action, results?.[refused]]))
  for (const deed of deeds) book.note(deed)
}

/** Whether each was done or refused: what failed, because the database was away, may or may not have been done. */
function isAnswered(
  results: readonly { readonly done: boolean; readonly failed?: string }[] | undefined,
): boolean {
  return results?.every(({ failed }) => failed === undefined) === true
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'sqlite' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      users: { type: 'string', default: '400' },
      posts: { type: 'string', default: '300' },
      followers: { type: 'string', default: '1000000' },
      kills: { type: 'string', default: '0' },
    },
  })
  const ends: (() => unknown)[] = []
  try {
    const report = await storm({ after: (end: () => unknown) => ends.push(end) } as unknown as Hooks, {
      engine: values.engine as Engine,
      seed: Number(values.seed),
      seconds: Number(values.seconds),
      users: Number(values.users),
      posts: Number(values.posts),
      followers: Number(values.followers),
      kills: Number(values.kills),
    })
    process.stdout.write(
      `${report.actions} actions, ${Math.round(report.rate)} a second; every reader was told of all of them\n`,
    )
  } finally {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) await end()
  }
}

if (import.meta.main) await main()
