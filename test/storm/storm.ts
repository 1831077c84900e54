/**
 * A load test with many moderation actions and sixteen readers of the compliance stream. Each reader must
 * receive every action once, in order for each post and user. For a longer run than in the suite:
 *
 *   node test/storm/storm.ts --engine postgres --seconds 300 --followers 1000000 --kills 10 --seed 1
 *
 * Each kill ends the server or its database at a random time, and starts it again.
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
import { ExpectedMessages, type ModerationAction, World } from './world.ts'

export interface StormOptions extends Population {
  readonly engine: Engine
  readonly seed: number
  /** Duration of the run. Actions are sent without pauses. */
  readonly seconds: number
  /** Number of kills of the server or the database. */
  readonly kills: number
}

export interface StormReport {
  readonly actions: number
  /** Actions per second. */
  readonly rate: number
}

/** Actions per request. */
const BATCH = 100

/** Number of concurrent requests. No two of them are about the same user. */
const WORKERS = 8

const POLL_MS = 50

/**
 * Maximum retries of a request without a response. Many retries are needed, because a server with much data
 * starts slowly.
 */
const MAX_RETRIES = 3_000
const RETRY_MS = 50

/** Runs the load test, and checks that every reader has received all messages. */
export async function storm(t: Hooks, options: StormOptions): Promise<StormReport> {
  const host = await Host.prepare(t, options.engine, options.kills > 0)
  const { context, close } = await testRuntime(t, host.config)
  const [big, ...others] = await populate(context, host.config.data, options)
  await StormReaders.prepare(context)
  await close()
  await host.start()
  const readers = await StormReaders.open(host.url)
  t.after(() => readers.close())
  const expected = new ExpectedMessages()
  const users = [must(big, 'the big account'), ...others]
  const worlds = Array.from({ length: WORKERS }, (_, lane) => {
    const own = users.filter((_, index) => index % WORKERS === lane)
    return new World(own, uniformOf(options.seed, lane), options.kills === 0)
  })
  const started = systemClock.monotonic()
  let isOver = false
  const acting = worlds.map(async (world, lane) => {
    if (lane === 0) await moderateUntilDone(host, expected, [world.leave(users[0] as (typeof users)[number])])
    while (!isOver) await moderateUntilDone(host, expected, world.batch(BATCH))
  })
  const reading = (async () => {
    while (!isOver) {
      await sleep(systemClock, POLL_MS)
      await readers.look()
    }
  })()
  await runKills(host, options, uniformOf(options.seed, WORKERS))
  isOver = true
  await Promise.all(acting)
  const seconds = (systemClock.monotonic() - started) / 1_000
  await reading
  await readers.settle(expected)
  return { actions: expected.length, rate: expected.length / seconds }
}

/** Waits for the duration of the run, and kills the server or the database at random times. */
async function runKills(
  host: Host,
  { seconds, kills, engine }: StormOptions,
  uniform: Uniform,
): Promise<void> {
  const started = systemClock.monotonic()
  const moments = Array.from({ length: kills }, () => uniform() * seconds * 1_000).sort((a, b) => a - b)
  for (const moment of [...moments, seconds * 1_000]) {
    await sleep(systemClock, Math.max(0, started + moment - systemClock.monotonic()))
    if (moment === seconds * 1_000) return
    await host.kill(engine === 'postgres' && uniform() < 0.5 ? 'database' : 'server')
  }
}

/**
 * Repeats a request until it gets a response. If a repeated action is refused, an earlier request has done
 * the action.
 */
async function moderateUntilDone(
  host: Host,
  expected: ExpectedMessages,
  actions: readonly ModerationAction[],
): Promise<void> {
  let results = await host.moderate(actions)
  let isRepeated = false
  for (let tries = 0; !isAnswered(results) && tries < MAX_RETRIES; tries += 1) {
    isRepeated = true
    await sleep(systemClock, RETRY_MS)
    results = await host.moderate(actions)
  }
  const refused = must(results, 'an answer').findIndex(({ done }) => !done)
  if (!isRepeated) assert.equal(refused, -1, JSON.stringify([actions[refused]?.action, results?.[refused]]))
  for (const action of actions) expected.add(action)
}

/**
 * True if each action was done or refused. An action that failed because the database was not available may
 * or may not have been done.
 */
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
      `${report.actions} actions, ${Math.round(report.rate)} a second; every reader has received all of them\n`,
    )
  } finally {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) await end()
  }
}

if (import.meta.main) await main()
