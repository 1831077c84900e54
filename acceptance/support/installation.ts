/** Data of an Aviary under test: a directory, and on PostgreSQL a database. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase } from '../../test/support/postgres-database.ts'

export type Engine = 'sqlite' | 'postgres'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Flags that make every command use this data. */
export interface Installation {
  readonly data: string
  readonly flags: readonly string[]
}

/** Empty data for one test, removed after the test's other hooks. */
export async function newInstallation(t: TestContext, engine: Engine): Promise<Installation> {
  const data = await mkdtemp(join(tmpdir(), 'aviary-acceptance-'))
  afterAll(t, () => rm(data, { recursive: true, force: true }))
  if (engine === 'sqlite') return { data, flags: ['--data', data] }
  const server = await postgresUrl()
  const name = `acceptance_${randomBytes(8).toString('hex')}`
  const database = await createDatabase(server, name)
  afterAll(t, () => dropDatabase(server, name))
  return { data, flags: ['--data', data, '--database', database] }
}

/** Hooks run in the order of registration; a hook registered by a hook runs last. */
function afterAll(t: TestContext, work: () => Promise<void>): void {
  t.after(() => t.after(work))
}

let own: Promise<string> | undefined

/** The PostgreSQL of the test run, or one of this process, which ends with it. */
function postgresUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL']
  if (shared !== undefined) return Promise.resolve(shared)
  own ??= startOwn()
  return own
}

function startOwn(): Promise<string> {
  const script = fileURLToPath(new URL('../../test/support/run-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  // The server stops when its input ends, that is, with this process.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    child.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit code ${code})`)))
  })
}
