import type { IdSource } from '../../lib/ids/snowflake.ts'

/** Makes ids in ascending order. @throws {WorkerLeaseLost}, and errors from renewing the lease of the worker number */
export async function makeIds(source: IdSource, count: number): Promise<readonly bigint[]> {
  const ids: bigint[] = []
  while (ids.length < count) {
    const made = source.make()
    // Awaits only an id that is not ready, because commands must run in the order of their calls.
    ids.push(typeof made === 'bigint' ? made : await made)
  }
  return ids
}
