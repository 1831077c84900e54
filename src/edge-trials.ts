/** Runs trial calls: API requests that console users send from a console page. */

import type { Services } from './api/_services.ts'
import { isCallable } from './api/console/_try/callable.ts'
import type { Caller } from './auth/caller.ts'
import { buildApp } from './http/app.ts'
import type { Family } from './http/endpoint.ts'
import type { ListenerTimes } from './http/listener.ts'
import { LocalCalls } from './http/local/local-calls.ts'
import type { Edge } from './http/pipeline.ts'
import { FairSemaphore } from './lib/async/fair-semaphore.ts'
import type { Clock } from './lib/time/clock.ts'

export type Trials = Pick<Services, 'localCalls' | 'trials'>

/** Maximum number of concurrent calls, and maximum number of calls that wait. */
const TRIALS = { maxConcurrent: 16, maxWaiting: 64 } as const

interface TrialParts {
  readonly clock: Clock
  readonly families: readonly Family<Caller, Services>[]
  readonly hosts: readonly string[]
  readonly times: Partial<ListenerTimes> | undefined
  /** Returns the edge; this function is called at the first trial call. */
  edge(): Edge<Caller, Services>
}

/**
 * Makes the service for trial calls. The application of the service has no gate, because the request that starts a
 * trial call has already passed the gate.
 */
export function openTrials({ clock, families, hosts, times, edge }: TrialParts): Trials {
  const build = () =>
    buildApp({
      edge: edge(),
      families: families.filter(isCallable),
      hosts,
      listener: { tls: undefined, http2: false, times },
    })
  return { localCalls: new LocalCalls(clock, build), trials: new FairSemaphore(TRIALS) }
}
