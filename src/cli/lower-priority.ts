/** Lowers the priority of a bulk command while a server uses the same database. */
import { constants, getPriority, setPriority } from 'node:os'
import { readMembers } from '../cluster/nodes.ts'
import type { Store } from '../db/store.ts'

/**
 * Lowers the priority of this process if a server runs, so that the requests of the server run first on a machine with
 * few processors (spec/server.md#writing-beside-a-server). Threads that start later inherit the priority.
 */
export async function yieldToServers(store: Store): Promise<void> {
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  // Only root may raise a priority, and a process with a still lower priority keeps it.
  if (getPriority() >= PRIORITY_BELOW_NORMAL) return
  if ((await readMembers(store)).length > 0) setPriority(PRIORITY_BELOW_NORMAL)
}
