/** Ends the process of a server that has stopped, even if open resources would keep the process running. */
import type { Clock } from '../lib/time/clock.ts'
import type { Streams } from './output.ts'

/** Milliseconds that remaining connections have to close by themselves. */
const PATIENCE_MS = 2_000

interface EndingProcess {
  /** The kinds of resources that keep the process running. */
  getActiveResourcesInfo(): readonly string[]
  exit(): void
}

/**
 * Ends the process if something still keeps it running after {@link PATIENCE_MS}, and names the kinds of resources.
 * Without this limit, one connection that a peer never closes would keep a stopped server running for ever. The exit
 * code is the one that is already set.
 */
export function endAfterStop(
  { err }: Pick<Streams, 'err'>,
  clock: Pick<Clock, 'after'>,
  ending: EndingProcess = process,
): void {
  clock.after(PATIENCE_MS, () => {
    const kinds = ending.getActiveResourcesInfo().join(', ')
    err.write(`aviary: the server has stopped, and the process ends with open resources: ${kinds}\n`)
    ending.exit()
  })
}
