/** Removes temporary files that killed processes left behind. */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unlessMissing } from './unless-missing.ts'

/** Minimum age of a removed file. A running process writes to its temporary file more often than this. */
const MIN_AGE_MS = 3_600_000

/**
 * Removes files `.NAME.NONCE.partial` with a hexadecimal nonce from the directory of the file NAME, if no process has
 * written them for an hour.
 * @param now milliseconds since the Unix epoch
 */
export async function removeAbandonedPartials(file: string, now: number): Promise<void> {
  const directory = dirname(file)
  const [start, end] = [`.${basename(file)}.`, '.partial']
  // The process may be allowed to write to the directory but not to read it.
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(start) || !name.endsWith(end)) continue
    if (!/^[0-9a-f]+$/.test(name.slice(start.length, -end.length))) continue
    const path = join(directory, name)
    const stats = await stat(path).catch(unlessMissing)
    if (stats !== undefined && now - stats.mtimeMs >= MIN_AGE_MS) await rm(path, { force: true })
  }
}
