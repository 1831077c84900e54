/** The part of the edge that runs trial calls of console users. */

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

/** Maximum concurrent calls, and the maximum length of their queue. */
const TRIALS = { maxConcurrent: 16, maxWaiting: 64 } as const

interface TrialParts {
  readonly clock: Clock
  readonly families: readonly Family<Caller, Services>[]
  readonly hosts: readonly string[]
  readonly times: Partial<ListenerTimes> | undefined
  /** Called at the first trial. */
  edge(): Edge<Caller, Services>
}

/** Services of trial calls. Their application has no gate: the request that starts a call has already passed it. */
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
