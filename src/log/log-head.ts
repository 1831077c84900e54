/** The row that says where the log ends and where it begins. */
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { must } from '../lib/assert.ts'

export interface LogHead {
  /** The last position given; 0 before the first. */
  readonly head: bigint
  /** Events up to here have been trimmed. */
  readonly trimmed: bigint
}

/** Where the log stands. */
export async function logHead(reader: Pick<Reader, 'first'>): Promise<LogHead> {
  return plain(await reader.first(headAndTrimmed, {}))
}

/** As {@link logHead}, and nobody appends or trims until the transaction ends. */
export async function holdLog(tx: Reader): Promise<LogHead> {
  return plain(await tx.first(lockedHead, {}))
}

function plain(row: LogHead | undefined): LogHead {
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
