/** Makes the services that all queue workers of a process share. */
import type { Context } from '../domain/context.ts'
import type { AttemptOutcome, Outcome } from '../domain/webhooks/delivery-results.ts'
import type { Logger } from '../lib/log.ts'
import type { Tracing } from '../lib/tracing/tracing.ts'
import type { Failures } from '../log/failures.ts'
import type { Tail } from '../log/tail.ts'
import type { CurrentLog } from '../views/current-log.ts'
import { DeliveryResultBatcher } from './delivery-result-batcher.ts'
import type { DeliveryTap } from './delivery-tap.ts'
import { BufferCapacity } from './pending-buffer.ts'
import { QueueReader } from './queue-reader.ts'
import { Renderings } from './renderings.ts'
import type { DayOfApp, Render } from './send-delivery.ts'
import { Destinations } from './transport/destinations.ts'
import type { Outbound } from './transport/outbound.ts'

export interface DeliveryObserver {
  /** Called when a delivery has left its queue. */
  settled(outcome: Outcome): void
  /** Called after a request was sent. @param tookMs duration in milliseconds */
  attempted(outcome: AttemptOutcome, tookMs: number): void
  challenged(isValid: boolean): void
}

export interface DeliveryServices {
  readonly context: Context
  readonly tail: Pick<Tail, 'readAfter' | 'head' | 'catchUp'>
  readonly outbound: Outbound
  readonly log: Pick<CurrentLog, 'catchUp' | 'ensureFresh'>
  readonly queue: QueueReader
  readonly destinations: Destinations
  readonly renderings: Renderings
  readonly results: DeliveryResultBatcher
  readonly bufferCapacity: BufferCapacity
  readonly observer: DeliveryObserver
  /** Records the failures of deliveries whose body cannot be rendered. */
  readonly failures: Pick<Failures, 'recordNow' | 'record' | 'logRecorded'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
  /** Milliseconds between two challenges of a receiver. */
  readonly challengeMs: number
  /** Observes every delivery; undefined outside test mode. */
  readonly tap: DeliveryTap | undefined
  /** Records a tracing span for every delivery. */
  readonly tracing: Tracing | undefined
  /** A signal that is aborted when nothing more may be sent. */
  readonly stopping: AbortSignal
}

/** The inputs of {@link createDeliveryServices}. */
export interface DeliveryParts
  extends Pick<
    DeliveryServices,
    | 'context'
    | 'tail'
    | 'outbound'
    | 'observer'
    | 'failures'
    | 'logger'
    | 'challengeMs'
    | 'tap'
    | 'tracing'
    | 'stopping'
  > {
  readonly log: CurrentLog
  readonly render: Render
  /**
   * Returns the API day of an app, which determines the format of bodies. By default, all apps have the default day.
   */
  readonly dayOf?: DayOfApp | undefined
}

/** Creates the services of a process. Call this function once, so that all workers share the caches. */
export function createDeliveryServices({ render, dayOf, ...parts }: DeliveryParts): DeliveryServices {
  const { context, log } = parts
  const renderings = new Renderings(render, dayOf)
  log.follow(renderings)
  const destinations = new Destinations(log, context)
  return {
    ...parts,
    renderings,
    destinations,
    queue: new QueueReader(context),
    results: new DeliveryResultBatcher(context),
    bufferCapacity: new BufferCapacity(),
  }
}
