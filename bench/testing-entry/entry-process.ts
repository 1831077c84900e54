/**
 * A test process. It imports `aviary-server/testing`, starts a server, and resets a server with rows.
 *
 *   node entry-process.ts URL ROWS RESETS
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { AviaryOptions, startAviary } from '../../src/testing/index.ts'

/** Milliseconds of wall time, and of processor time of all threads. */
export interface Times {
  readonly wall: number
  readonly cpu: number
}

export interface EntryTimes {
  readonly import: Times
  readonly start: Times
  readonly resets: readonly Times[]
  readonly copies: readonly Times[]
}

/** Number of runs before the measured ones. V8 compiles the code during these runs. */
const WARM_UPS = 20

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, Times]> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const value = await work()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  return [value, { wall, cpu: (user + system) / 1_000 }]
}

/** Repeats work. Each run has a preparation that is not measured. */
async function repeated(count: number, prepare: () => Promise<unknown>, work: () => Promise<void>) {
  const times: Times[] = []
  for (let index = -WARM_UPS; index < count; index += 1) {
    await prepare()
    const [, each] = await timed(work)
    if (index >= 0) times.push(each)
  }
  return times
}

/** Seed data with this number of rows: a fifth users, two fifths follows, two fifths posts. */
function worldOf(rows: number): AviaryOptions['seed'] {
  const users = Math.max(2, Math.round(rows / 5))
  const name = (index: number) => `member${index % users}`
  const list = (length: number) => Array.from({ length }, (_, index) => index)
  return {
    users: list(users).map((index) => ({ screen_name: name(index) })),
    apps: [{ name: 'Bench', owner: name(0) }],
    follows: list(2 * users).map((index) => ({
      follower: name(index),
      followee: name(index + 1 + Math.floor(index / users)),
    })),
    posts: list(2 * users).map((index) => ({ author: name(index), text: `Post ${index} about herons` })),
  }
}

/** As many bytes as a database of 1,000 rows has. */
const COPIED_BYTES = 2 * 2 ** 20

/**
 * Measures SQLite's backup of a file of {@link COPIED_BYTES} into a file that a connection has open, for
 * comparison with the resets.
 */
async function copyTimes(count: number): Promise<readonly Times[]> {
  const folder = mkdtempSync(join(isShared() ? '/dev/shm' : tmpdir(), 'aviary-copies-'))
  try {
    const [from, to] = [join(folder, 'from.sqlite'), join(folder, 'to.sqlite')]
    const source = new DatabaseSync(from)
    source.exec('create table filling (bytes blob)')
    source.prepare('insert into filling values (zeroblob(?))').run(COPIED_BYTES)
    source.close()
    const target = new DatabaseSync(to)
    target.exec('pragma journal_mode = wal')
    const copy = async () => {
      const read = new DatabaseSync(from, { readOnly: true })
      await backup(read, to, { rate: 2 ** 30 })
      read.close()
      target.prepare('select count(*) from filling').get()
    }
    const times = await repeated(count, async () => undefined, copy)
    target.close()
    return times
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isShared(): boolean {
  try {
    return statfsSync('/dev/shm').bavail > 0
  } catch {
    return false
  }
}

async function measure(url: string, rows: number, resets: number): Promise<EntryTimes> {
  const [module, imported] = await timed(
    () => import(url) as Promise<{ readonly startAviary: typeof startAviary }>,
  )
  const [first, started] = await timed(() => module.startAviary())
  await first.stop()
  await using aviary = await module.startAviary({ seed: worldOf(rows) })
  const times = await repeated(
    resets,
    () => aviary.createPost({ author: aviary.user, text: 'Changed' }),
    () => aviary.reset(),
  )
  return { import: imported, start: started, resets: times, copies: await copyTimes(resets) }
}

const [url = '', rows, resets] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await measure(url, Number(rows), Number(resets))))
