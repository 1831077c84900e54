/**
 * Keeps a second server away from a SQLite file. What a server remembers by itself, nonces and rate windows, would let
 * everything pass twice with two of them; several servers share a PostgreSQL.
 */
import { takeFileLock } from '../../lib/file-lock.ts'
import { StoreRefused } from '../errors.ts'

/** Beside the database; holds nothing. */
export const SERVER_LOCK_FILE = 'aviary.lock'

/**
 * Takes the lock, which the system takes back when the process ends, however it ends.
 * @returns how to give it back
 * @throws {StoreRefused} when another server holds it
 */
export function takeServerLock(file: string): () => void {
  const giveBack = takeFileLock(file)
  if (giveBack !== undefined) return giveBack
  throw new StoreRefused(
    'another server runs on this data directory; stop it, name another directory with --data, or use PostgreSQL (--database) for more than one',
  )
}
