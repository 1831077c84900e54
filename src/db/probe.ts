/** Checks that the database responds. */
import { query } from './query.ts'
import type { Reader } from './store.ts'

/** Resolves when the database has responded. @throws store errors */
export async function probe(reader: Reader): Promise<void> {
  await reader.first(anything, {})
}

const anything = query()((k) => k.selectFrom('facts').select('name').limit(1))
