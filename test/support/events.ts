/** Reads the log in tests, directly from its table. */
import { query } from '../../src/db/query.ts'
import { must } from '../../src/lib/assert.ts'
import type { LoggedEvent } from '../../src/log/event.ts'
import { fromRow } from '../../src/log/record.ts'
import type { Runtime } from '../../src/runtime.ts'

/** All events after `position`, in order. */
export async function eventsAfter(
  { store }: Pick<Runtime, 'store'>,
  position: bigint,
): Promise<LoggedEvent[]> {
  const rows = await store.rows(rowsAfter, { position })
  return rows.map(fromRow)
}

/** The events that `work` has appended, in order. */
export async function eventsOf(
  runtime: Pick<Runtime, 'store'>,
  work: () => Promise<unknown>,
): Promise<LoggedEvent[]> {
  const { head } = must(await runtime.store.first(logHead, {}), 'the head of the log')
  await work()
  return eventsAfter(runtime, head)
}

/** An event without the fields that the log adds. */
export function factsOf(event: LoggedEvent): object {
  const { position: _position, at: _at, partition: _partition, ...facts } = event
  return facts
}

const rowsAfter = query<{ position: bigint }>()((k, p) =>
  k.selectFrom('events').selectAll().where('position', '>', p('position')).orderBy('position'),
)

const logHead = query()((k) => k.selectFrom('event_log').select('head'))
