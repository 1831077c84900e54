/** Provides both engines, settings for new data directories and databases, and a runtime that uses them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { type Config, readConfig } from '../../src/config.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import type { PasswordCost } from '../../src/lib/vault.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { migratedTestDatabase, testDatabase } from './databases/databases.ts'
import { migrateByCopy } from './databases/migrated-file.ts'

/** The engines, for suites that run on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** The part of a test context that helpers need: hooks that run at the end of the test. */
export type Hooks = Pick<TestContext, 'after'>

/** Hooks that run when the caller asks, in the order of registration. A hook may register another hook. */
export function collectHooks(): { readonly hooks: Hooks; run(): Promise<void> } {
  const collected: Parameters<Hooks['after']>[0][] = []
  return {
    hooks: { after: (hook) => void collected.push(hook) },
    async run() {
      // The functions that helpers register take no arguments.
      for (const hook of collected) await (hook as (() => unknown) | undefined)?.()
      collected.length = 0
    },
  }
}

/**
 * Shares a value, such as a server, between the tests of a suite or of a file. The value is made for the first test
 * that asks for it, so that a suite in which every test is skipped makes nothing. It is closed after the last test.
 * @returns a function for use in tests
 */
export function shareInSuite<Value>(make: (hooks: Hooks) => Promise<Value>): () => Promise<Value> {
  const { hooks, run } = collectHooks()
  let made: Promise<Value> | undefined
  after(async () => {
    await run()
    // The module of the test stays in memory, and would keep the value.
    made = undefined
  })
  return () => {
    made ??= make(hooks)
    return made
  }
}

/** Creates a directory for one test. The directory is removed after all other hooks of the test. */
export async function temporaryDirectory(t: Hooks): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aviary-test-'))
  // Hooks run in the order of registration. A hook that is registered inside a hook runs last, when
  // everything is closed.
  t.after(() => t.after(() => rm(directory, { recursive: true, force: true })))
  return directory
}

/**
 * Settings for new data: a temporary directory, and on PostgreSQL a database with all tables and no rows.
 * Listeners use free ports.
 * @param settings settings to add or replace, by name
 */
export async function freshConfig(
  t: Hooks,
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const database = engine === 'postgres' ? await migratedTestDatabase(t) : ''
  return configOver(await temporaryDirectory(t), database, settings)
}

/**
 * Like {@link freshConfig}, but SQLite also has all tables and no rows. It is for tests that open the data without
 * `migrateByCopy`, such as tests of commands.
 */
export async function migratedConfig(
  t: Hooks,
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const config = await freshConfig(t, engine, settings)
  await migrateByCopy(databaseAddress(config), 0)
  return config
}

/** Like {@link freshConfig}, without tables. */
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
  // Verification is off, because it is a thread that loads the program again.
  const usual = { port: '0', ops_port: '0', log_level: 'silent', verify_at_start: 'off' }
  return readConfig({ ...usual, ...place, ...settings }, {})
}

/**
 * Options with the minimum cost of argon2id. With the normal cost, each new password and each sign-in takes
 * 40 ms.
 */
export const CHEAP_PASSWORDS: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/**
 * Opens a runtime like the runtime of a command. The runtime is closed at the end of the test. Several
 * runtimes with the same config act like several processes.
 */
export async function testRuntime(t: Hooks, config: Config, clock?: Clock): Promise<Runtime> {
  const runtime = await openRuntime(config, {
    manner: 'command',
    migrate: migrateByCopy,
    passwordCost: CHEAP_PASSWORDS,
    ...(clock === undefined ? {} : { clock }),
  })
  t.after(() => runtime.close())
  return runtime
}
