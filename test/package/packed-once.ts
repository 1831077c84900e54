/**
 * Packs the package once for all test files in a run of the suite, because packing takes 20 seconds of
 * processor time.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Packed, pack } from '../../scripts/pack.ts'

/** Milliseconds after which a process that packs the package counts as failed. */
const PATIENCE_MS = 300_000
const POLL_MS = 200

/** The tarball, with its path. */
export interface Tarball extends Omit<Packed, 'filename'> {
  readonly path: string
}

/**
 * The package that was packed for the run of the suite. A test file that runs alone makes a new package in
 * `folder`. The function blocks, because it is called before tests begin.
 * @throws {Error} when the build fails, in this process or in another process that packs
 */
export function packedOnce(folder: string): Tarball {
  const queue = process.env['TEST_QUEUE']
  if (queue === undefined) return packInto(folder)
  const shared = join(queue, 'packed')
  const result = join(shared, 'packed.json')
  if (isFirst(shared)) {
    const text = packed(shared)
    writeFileSync(`${result}.partial`, text)
    renameSync(`${result}.partial`, result)
  }
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; !existsSync(result); waited += POLL_MS) {
    if (waited > PATIENCE_MS) throw new Error('another test file has not packed the package in time')
    Atomics.wait(sleeper, 0, 0, POLL_MS)
  }
  const { tarball, failure } = JSON.parse(readFileSync(result, 'utf8')) as {
    readonly tarball?: Tarball
    readonly failure?: string
  }
  if (tarball === undefined) throw new Error(`the package could not be packed: ${failure}`)
  return tarball
}

function packInto(folder: string): Tarball {
  const { filename, ...rest } = pack(folder)
  return { ...rest, path: join(folder, filename) }
}

function packed(folder: string): string {
  try {
    return JSON.stringify({ tarball: packInto(folder) })
  } catch (error) {
    return JSON.stringify({ failure: String(error) })
  }
}

/** True for the process that creates the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
