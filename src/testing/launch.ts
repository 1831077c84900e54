/** Starts a server for tests, with a temporary directory or database, the default world and test controls. */
import { type Config, readConfig, type SettingName, variableOf } from '../config.ts'
import { throwAwayDatabase } from '../db/postgres/throw-away-database.ts'
import type { Context } from '../domain/context.ts'
import { createLogger } from '../lib/log.ts'
import { systemClock, systemRandom } from '../lib/time/clock.ts'
import type { PasswordCost } from '../lib/vault.ts'
import { type Server, startServer } from '../server.ts'
import { ControlledClock } from './clock.ts'
import { SeededRandoms } from './random.ts'
import { throwAwayDirectory } from './throw-away-directory.ts'
import { buildSeed, type SeededWorld } from './world/build-seed.ts'
import { buildDefaultWorld, type DefaultWorld, TEST_KEY, TEST_TOKEN } from './world/default-world.ts'
import type { SeedDocument } from './world/read-seed.ts'
import { applyControls } from './world/seed-controls.ts'

/**
 * Defaults of a test server that differ from the defaults of other servers: all paths of the API, a hundred times the
 * documented limits, webhooks to this machine, free ports, and known credentials.
 */
export const TEST_SETTINGS = {
  api_date: 'latest',
  limits: 'relaxed',
  webhook_allow: '127.0.0.0/8,::1,localhost',
  port: '0',
  ops_port: '0',
  log_level: 'warn',
  verify_at_start: 'off',
  test_controls: 'on',
  test_token: TEST_TOKEN,
  key: TEST_KEY,
} as const satisfies Partial<Record<SettingName, string>>

/**
 * Low cost of password hashes. Passwords of a test server protect nothing, and at the normal cost each hash of the
 * default world takes 40 ms (docs/decisions/0147-cheaper-test-servers.md).
 */
const PASSWORD_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

export interface LaunchOptions {
  /** Settings by name. These settings override {@link TEST_SETTINGS}. */
  readonly settings?: Readonly<Record<string, string | boolean | undefined>>
  /** Environment variables that contain settings; default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Time of the clock at the start, in milliseconds since the Unix epoch; default: now. */
  readonly startAt?: number | undefined
  /** Multiple of real time; 0 for a frozen clock. */
  readonly speed?: number | undefined
  /** The seed of all random bytes of the server; default: the same seed at every start. */
  readonly randomSeed?: string | undefined
  /** A seed file that is built in place of the default world. */
  readonly seed?: SeedDocument | undefined
  /** Receives the log lines. The log does not use standard output, because standard output contains only results. */
  readonly log: Pick<NodeJS.WritableStream, 'write'>
}

export interface Launched {
  readonly server: Server
  readonly world: DefaultWorld | SeededWorld
  /** The directory with the server’s data. */
  readonly data: string
  /** Stops the server and removes its data. A second call has no effect. */
  close(): Promise<void>
}

/**
 * @throws {ConfigFaults} for invalid settings
 * @throws {ControlRefused} for a time outside the range of the clock, and for a seed file that the server refuses
 * @throws the errors of a server that cannot start
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { environment = {}, startAt, speed, randomSeed = '', seed, log } = options
  const clock = new ControlledClock(systemClock, startAt, speed)
  const config = testConfig(options.settings ?? {}, environment)
  const { path: data, remove: removeData } = throwAwayDirectory()
  const database = config.database === '' ? undefined : throwAwayDatabase(config.database, systemRandom)
  const remove = () => Promise.resolve(database?.drop()).finally(removeData)
  try {
    const url = (await database?.create()) ?? ''
    const randoms = new SeededRandoms(randomSeed)
    const logger = createLogger(config.log_level, { write: (line) => void log.write(line) })
    const server = await startServer(
      { ...config, data, database: url },
      {
        ...{ clock, random: randoms.server.bytes, randomOf: randoms.of, logger },
        passwordCost: PASSWORD_COST,
      },
    )
    server.testControls?.snapshots.onReset(() => randoms.restart())
    const close = () => server.close().finally(remove)
    try {
      return { server, world: await build(server, seed), data, close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Creates the world and saves the state that resets restore. */
async function build(
  { runtime: { context }, testControls, url }: Server,
  seed: LaunchOptions['seed'],
): Promise<Launched['world']> {
  const world = await buildWorld(context, testControls, seed, url)
  await testControls?.snapshots.saveStart()
  return world
}

async function buildWorld(
  context: Context,
  controls: Server['testControls'],
  seed: LaunchOptions['seed'],
  url: string,
): Promise<Launched['world']> {
  if (seed === undefined) return buildDefaultWorld(context)
  const world = await buildSeed(context, seed, url)
  if (controls !== undefined) applyControls(controls, seed, world)
  return world
}

function testConfig(
  settings: NonNullable<LaunchOptions['settings']>,
  environment: NonNullable<LaunchOptions['environment']>,
): Config {
  const chosen = Object.entries(settings).filter(([, value]) => value !== undefined)
  const defaults = Object.entries(TEST_SETTINGS).filter(
    ([name]) => environment[variableOf(name as SettingName)] === undefined,
  )
  return readConfig(Object.fromEntries([...defaults, ...chosen]), environment)
}
