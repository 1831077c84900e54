/** Retention of the audit log (setting `audit_days`). */
import { query } from '../../db/query.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { Clock } from '../../lib/time/clock.ts'

const DAY_MS = 86_400_000

/** Number of entries that one transaction deletes. */
const SLICE = 1_000

/** Deletes entries older than `days` days. @returns the number of deleted entries */
export async function trimAudit(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now() - days * DAY_MS
  let deleted = 0
  while (signal?.aborted !== true) {
    // No event: the audit log is about operators, and not about the network.
    const slice = await store.writeAlone((tx) => trimSlice(tx, before))
    deleted += slice
    if (slice < SLICE) break
  }
  return deleted
}

async function trimSlice(tx: Tx, before: number): Promise<number> {
  const oldest = await tx.rows(oldestEntries, { max: SLICE })
  const firstKept = oldest.findIndex(({ at }) => at >= before)
  const last = (firstKept === -1 ? oldest : oldest.slice(0, firstKept)).at(-1)
  return last === undefined ? 0 : tx.run(deleteUpTo, { id: last.id })
}

const oldestEntries = query<{ max: number }>()((k, p) =>
  k.selectFrom('audit_log').select(['id', 'at']).orderBy('id').limit(p('max')),
)

const deleteUpTo = query<{ id: bigint }>()((k, p) => k.deleteFrom('audit_log').where('id', '<=', p('id')))
