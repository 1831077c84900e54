/** The two engines under one hand: settings for a fresh place of data, and a runtime over it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Config, readConfig } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { migratedTestDatabase, testDatabase } from './databases.ts'

/** For suites that hold on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** What of a test's context the helpers need: hooks that run when it has ended. */
export type Hooks = Pick<TestContext, 'after'>

/** A directory for one test, removed after the other hooks of the test. */
export async function temporaryDirectory(t: Hooks): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aviary-test-'))
  // Hooks run in the order of their registration: one registered by a hook runs last, when all else is closed.
  t.after(() => t.after(() => rm(directory, { recursive: true, force: true })))
  return directory
}

/**
 * Settings for a new place of data: a temporary directory, and on PostgreSQL a database of its own that has every table
 * already, with nothing in them. Listeners take free ports.
 * @param settings added to these, or in their place, by name
 */
export async function freshConfig(
  t: Hooks,
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const database = engine === 'postgres' ? await migratedTestDatabase(t) : ''
  return configOver(await temporaryDirectory(t), database, settings)
}

/** As {@link freshConfig}, for who must find nothing at all: no table either. */
export async function emptyConfig(
  t: Hooks,
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const database = engine === 'postgres' ? await testDatabase(t) : ''
  return configOver(await temporaryDirectory(t), database, settings)
}

function configOver(data: string, database: string, settings: Readonly<Record<string, string>>): Config {
  const place = database === '' ? { data } : { data, database, pool: '4' }
  return readConfig({ port: '0', ops_port: '0', log_level: 'silent', ...place, ...settings }, {})
}

/** A runtime as commands have one, closed with the test. Several over one config are several processes to it. */
export async function testRuntime(t: Hooks, config: Config, clock?: Clock): Promise<Runtime> {
  const runtime = await openRuntime(config, { manner: 'command', ...(clock === undefined ? {} : { clock }) })
  t.after(() => runtime.close())
  return runtime
}
