/** Makes streaming standbys, which are copies of a running PostgreSQL server that follow the server. */
import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { type Cluster, childOptions, freePort } from '../../../src/demo/nodes/postgres-cluster.ts'

/**
 * Copies the data directory while the server runs. The copy starts as a standby. pg_basebackup is not used,
 * because the package does not contain it.
 */
export async function copyAsStandby(cluster: Cluster, url: string): Promise<Cluster> {
  const { binaries } = cluster
  const folder = await mkdtemp(join(dirname(cluster.folder), 'aviary-test-postgres-'))
  const { uid, gid } = binaries.runAs
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const data = join(folder, 'data')
  const label = await backedUp(url, async () => {
    // Files may disappear while they are copied. The write-ahead log restores them.
    const copying = promisify(execFile)(
      'cp',
      ['-a', join(cluster.folder, 'data'), data],
      childOptions(binaries, folder),
    )
    await copying.catch(() => undefined)
  })
  await rm(join(data, 'postmaster.pid'), { force: true })
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) await chown(join(data, name), uid, gid)
  }
  const conninfo = `primary_conninfo=${conninfoOf(url)}`
  return { binaries, folder, port: await freePort(), flags: [...cluster.flags, '-c', conninfo] }
}

/** Promotes a standby to the primary. Resolves when the promoted server accepts writes. */
export async function promoteStandby(url: string): Promise<void> {
  await withSession(url, async (sql) => {
    await sql`select pg_promote(true, 60)`
  })
}

/** Makes commits on the server wait for one standby, or for none. */
export async function setSynchronous(url: string, isSynchronous: boolean): Promise<void> {
  await withSession(url, async (sql) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '${isSynchronous ? '*' : ''}'`)
    await sql`select pg_reload_conf()`
    if (!isSynchronous) return
    const isAttached = async () =>
      (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length > 0
    while (!(await isAttached())) await sql`select pg_sleep(0.05)`
  })
}

/** The maximum delay that PostgreSQL allows, in milliseconds. */
const MOST_DELAY_MS = 100

/**
 * Makes each commit wait before its log is synced, as on a slow disk. The delay has an effect only on a
 * server that syncs commits.
 */
export async function setCommitDelay(url: string, ms: number): Promise<void> {
  await withSession(url, async (sql) => {
    await sql.unsafe('alter system set commit_siblings = 0')
    await sql.unsafe(`alter system set commit_delay = ${Math.min(ms, MOST_DELAY_MS) * 1_000}`)
    await sql`select pg_reload_conf()`
  })
}

async function backedUp(url: string, copy: () => Promise<void>): Promise<string> {
  return withSession(url, async (sql) => {
    await sql`select pg_backup_start('standby', true)`
    await copy()
    const [row] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
    return row?.labelfile ?? ''
  })
}

function conninfoOf(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
}

async function withSession<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
