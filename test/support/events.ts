/** Reading the log in tests. */
import type { LoggedEvent } from '../../src/events/event.ts'
import { logHead } from '../../src/events/log-head.ts'
import { Tail } from '../../src/events/tail.ts'
import type { Runtime } from '../../src/runtime.ts'

/** The last position of the log now. */
export async function headOf({ store }: Runtime): Promise<bigint> {
  return (await logHead(store)).head
}

/** Every event after `position`, in order. */
export async function eventsAfter(runtime: Runtime, position: bigint): Promise<readonly LoggedEvent[]> {
  const tail = await Tail.open(runtime.store, runtime.context.clock)
  try {
    return await tail.readAfter(position, Number.MAX_SAFE_INTEGER)
  } finally {
    await tail.close()
  }
}

/** What `work` appended to the log, in order. */
export async function eventsOf(
  runtime: Runtime,
  work: () => Promise<unknown>,
): Promise<readonly LoggedEvent[]> {
  const before = await headOf(runtime)
  await work()
  return eventsAfter(runtime, before)
}

/** An event without what the log adds to it. */
export function factsOf(event: LoggedEvent): object {
  const { position: _position, at: _at, partition: _partition, ...facts } = event
  return facts
}
