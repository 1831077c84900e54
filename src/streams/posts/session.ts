/** Holds the resources of one connection, from its reservation to its release. */
import type { Reservation } from '../admission.ts'
import type { Channel } from './channel.ts'
import type { StreamRequest } from './streams.ts'
import type { UsageCounter } from './usage-meter.ts'

export interface Session {
  readonly request: StreamRequest
  readonly reservation: Reservation
  /** Counts posts for the monthly cap; undefined for the sampled stream, and for an app that was deleted meanwhile. */
  counter: UsageCounter | undefined
  /** The channel with the rules of the app; undefined for the sampled stream. */
  channel: Channel | undefined
}
