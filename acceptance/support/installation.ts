/** Creates installations of Aviary for tests: a data directory, and on PostgreSQL also a database. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase } from '../../test/support/databases/postgres-database.ts'

export type Engine = 'sqlite' | 'postgres'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/**
 * Engines for the tests of clients: both, or those that `TEST_CLIENT_ENGINES` names, such as `sqlite`.
 * `.ci/run` names one engine to stay within its time limit
 * (docs/decisions/0166-client-suites-on-both-engines.md).
 */
export const CLIENT_ENGINES = ENGINES.filter((engine) => {
  const only = process.env['TEST_CLIENT_ENGINES']
  return only === undefined || only.split(',').includes(engine)
})

/** A data directory, and the flags with which every command uses it and its database. */
export interface Installation {
  readonly data: string
  readonly flags: readonly string[]
}

/** An installation that tests copy. No process uses the original. */
export interface Template {
  readonly data: string
  /** Name of the database, on PostgreSQL. */
  readonly database: string | undefined
}

/**
 * Creates an installation for one test. A hook removes it after all other hooks of the test.
 * @param template the installation to copy; by default, the new installation is empty
 */
export async function newInstallation(
  t: TestContext,
  engine: Engine,
  template?: Template,
): Promise<Installation> {
  const data = await mkdtemp(join(tmpdir(), 'aviary-acceptance-'))
  afterAll(t, () => rm(data, { recursive: true, force: true }))
  if (template !== undefined) await cp(template.data, data, { recursive: true })
  if (engine === 'sqlite') return { data, flags: ['--data', data] }
  const server = await postgresUrl()
  const name = newName()
  const source = template?.database === undefined ? {} : { template: template.database }
  const database = await createDatabase(server, name, source)
  afterAll(t, () => dropDatabase(server, name))
  return { data, flags: ['--data', data, '--database', database] }
}

/**
 * Creates an installation that tests of this process copy. The folder is removed when the process ends. A
 * database stays until its server ends.
 * @param fill creates the content with commands
 */
export async function newTemplate<Content>(
  engine: Engine,
  fill: (place: Installation) => Promise<Content>,
): Promise<{ readonly template: Template; readonly content: Content }> {
  const data = await mkdtemp(join(tmpdir(), 'aviary-template-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const database = engine === 'sqlite' ? undefined : newName()
  const flags = ['--data', data]
  if (database !== undefined) flags.push('--database', await createDatabase(await postgresUrl(), database))
  return { template: { data, database }, content: await fill({ data, flags }) }
}

function newName(): string {
  return `acceptance_${randomBytes(8).toString('hex')}`
}

/** Hooks run in the order of registration. A hook that a hook registers runs last. */
function afterAll(t: TestContext, work: () => Promise<void>): void {
  t.after(() => t.after(work))
}

let own: Promise<string> | undefined

/** URL of the PostgreSQL of the test run, or of a server that this process starts and that ends with it. */
function postgresUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL']
  if (shared !== undefined) return Promise.resolve(shared)
  own ??= startOwn()
  return own
}

function startOwn(): Promise<string> {
  const script = fileURLToPath(new URL('../../test/support/databases/run-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  // The server stops when its standard input ends, which happens when this process ends.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    child.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit code ${code})`)))
  })
}
