/** What turns are taken with. */
import type { Context } from '../domain/context.ts'
import type { AttemptOutcome, Outcome } from '../domain/webhooks/settle.ts'
import type { Logger } from '../lib/log.ts'
import type { Failures } from '../log/failures.ts'
import type { Tail } from '../log/tail.ts'
import type { CurrentLog } from '../views/current-log.ts'
import { GivenRoom } from './given.ts'
import { Notes } from './notes.ts'
import type { Render } from './postman.ts'
import { QueueReader } from './queue-reader.ts'
import { Renderings } from './renderings.ts'
import { Destinations } from './transport/destinations.ts'
import type { Outbound } from './transport/outbound.ts'

export interface DeliveryObserver {
  /** A delivery left the queue. */
  settled(outcome: Outcome): void
  /** A request was made, and took so many milliseconds. */
  tried(outcome: AttemptOutcome, tookMs: number): void
  challenged(isValid: boolean): void
}

export interface TurnServices {
  readonly context: Context
  readonly tail: Pick<Tail, 'readAfter' | 'head' | 'catchUp'>
  readonly outbound: Outbound
  readonly log: Pick<CurrentLog, 'catchUp' | 'ensureFresh'>
  readonly queue: QueueReader
  readonly destinations: Destinations
  readonly renderings: Renderings
  readonly notes: Notes
  readonly givenRoom: GivenRoom
  readonly observer: DeliveryObserver
  /** Where deliveries are remembered of which no body can be made. */
  readonly failures: Pick<Failures, 'noteNow' | 'remember' | 'told'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
  /** Milliseconds between two challenges of a receiver. */
  readonly challengeMs: number
  /** Nothing more is sent. */
  readonly stopping: AbortSignal
}

/** What {@link turnServices} are made of. */
export interface TurnParts
  extends Pick<
    TurnServices,
    'context' | 'tail' | 'outbound' | 'observer' | 'failures' | 'logger' | 'challengeMs' | 'stopping'
  > {
  readonly log: CurrentLog
  readonly render: Render
}

/** One for a process: turns share what they know. */
export function turnServices({ render, ...parts }: TurnParts): TurnServices {
  const { context, log } = parts
  const renderings = new Renderings(render)
  log.follow(renderings)
  const destinations = new Destinations(log, context)
  return {
    ...parts,
    renderings,
    destinations,
    queue: new QueueReader(context),
    notes: new Notes(context),
    givenRoom: new GivenRoom(),
  }
}
