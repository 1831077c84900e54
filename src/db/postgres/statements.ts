/** Statements that a session is told by itself, in the store's words: those of its locks. */
import { isLockTimeout, storeError } from './errors.ts'
import type { Link } from './link.ts'

/** Rows of a statement. @throws in the store's words */
export async function told(link: Link, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    return await link.use((sql) => sql.unsafe(text))
  } catch (error) {
    throw storeError(error)
  }
}

/** Whether a statement says `is`. @throws in the store's words */
export async function isTrue(link: Link, text: string): Promise<boolean> {
  return (await told(link, text))[0]?.['is'] === true
}

/**
 * Whether a statement that takes a lock of the session got it in time.
 * @param ms milliseconds that it waits at most
 * @throws in the store's words
 */
export async function lockedWithin(link: Link, ms: number, lock: string): Promise<boolean> {
  try {
    // A limit of one transaction: a session's lock outlives it, and no other statement gets the limit.
    await link.use((sql) => sql.unsafe(`begin; set local lock_timeout = ${ms}; ${lock}; commit`))
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw storeError(error)
    await told(link, 'rollback')
    return false
  }
}
