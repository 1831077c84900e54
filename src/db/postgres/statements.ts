/** Statements that take locks of a session. Errors are store errors. */
import { isLockTimeout, storeError } from './errors.ts'
import type { Link } from './link.ts'

/** Rows of a statement. @throws store errors */
export async function rowsOf(
  link: Link,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    return await link.use((sql) => sql.unsafe(text))
  } catch (error) {
    throw storeError(error)
  }
}

/** The value of the column `is` of the first row. @throws store errors */
export async function isTrue(link: Link, text: string): Promise<boolean> {
  return (await rowsOf(link, text))[0]?.['is'] === true
}

/**
 * Takes a lock of the session. Returns false when the lock timeout has passed.
 * @param ms lock timeout in milliseconds
 * @throws store errors
 */
export async function lockedWithin(link: Link, ms: number, lock: string): Promise<boolean> {
  try {
    // The timeout is limited to one transaction. The session lock remains after this transaction.
    await link.use((sql) => sql.unsafe(`begin; set local lock_timeout = ${ms}; ${lock}; commit`))
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw storeError(error)
    await rowsOf(link, 'rollback')
    return false
  }
}
