/** Deletes closed reports after a number of days (setting `audit_days`). Open reports are kept. */
import { query } from '../../db/query.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { Clock } from '../../lib/time/clock.ts'

const DAY_MS = 86_400_000

/** Number of reports that one transaction deletes. */
const SLICE = 1_000

/** Deletes reports that were closed more than `days` days ago. @returns the number of deleted reports */
export async function trimReports(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now() - days * DAY_MS
  let deleted = 0
  while (signal?.aborted !== true) {
    // No event: only operators see reports.
    const slice = await store.writeAlone((tx) => trimSlice(tx, before))
    deleted += slice
    if (slice < SLICE) break
  }
  return deleted
}

async function trimSlice(tx: Tx, before: number): Promise<number> {
  const oldest = await tx.rows(closedBefore, { before, max: SLICE })
  for (const { id } of oldest) await tx.run(deleteReport, { id })
  return oldest.length
}

// Uses the index reports_closed_at.
const closedBefore = query<{ before: number; max: number }>()((k, p) =>
  k
    .selectFrom('reports')
    .select('id')
    .where('closed_at', 'is not', null)
    .where('closed_at', '<', p('before'))
    .limit(p('max')),
)

const deleteReport = query<{ id: bigint }>()((k, p) => k.deleteFrom('reports').where('id', '=', p('id')))
