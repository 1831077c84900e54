/** Reads and locks the row with the head of the log and the last trimmed position. */
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { must } from '../lib/assert.ts'

export interface LogHead {
  /** The last assigned position; 0 for an empty log. */
  readonly head: bigint
  /** Events up to this position have been trimmed. */
  readonly trimmed: bigint
}

export async function logHead(reader: Pick<Reader, 'first'>): Promise<LogHead> {
  return headOf(await reader.first(headAndTrimmed, {}))
}

/**
 * Like {@link logHead}, but locks the row. No other transaction can append or trim events until this transaction ends.
 */
export async function lockLog(tx: Reader): Promise<LogHead> {
  return headOf(await tx.first(lockedHead, {}))
}

function headOf(row: LogHead | undefined): LogHead {
  const { head, trimmed } = must(row, 'the head of the log')
  return { head, trimmed }
}

const headAndTrimmed = query()((k) =>
  k.selectFrom('event_log').select(['head', 'trimmed']).where('one', '=', 1),
)

// An update that changes nothing locks the row on both engines.
const lockedHead = query()((k) =>
  k
    .updateTable('event_log')
    .set((eb) => ({ trimmed: eb.ref('trimmed') }))
    .where('one', '=', 1)
    .returning(['head', 'trimmed']),
)
