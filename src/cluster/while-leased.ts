/** Runs work on one node at a time, until the node stops. */

import type { Logger } from '../lib/log.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { Lease } from './cluster.ts'

/** Milliseconds between two tries of a node to get the lease. */
const RETRY_MS = 1_000

/**
 * Runs `work` whenever this node holds the lease, with a signal that is aborted when the lease is lost. Rejects if
 * `work` rejects. Resolves after `stopping` is aborted.
 */
export async function whileLeased(
  lease: Lease,
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'error'> },
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    const grant = await lease.acquire().catch((error: unknown) => {
      logger.error({ err: error, lease: lease.name, retryMs: RETRY_MS }, 'a lease could not be acquired')
      return undefined
    })
    if (grant !== undefined) {
      try {
        await work(AbortSignal.any([stopping, grant.signal]))
      } finally {
        await grant.release()
      }
    }
    await sleep(clock, RETRY_MS, stopping)
  }
}
