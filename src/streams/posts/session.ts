/** The resources of one connection, from its reservation to its release. */
import type { Reservation } from '../admission.ts'
import type { Channel } from './channel.ts'
import type { StreamRequest } from './streams.ts'
import type { UsageCounter } from './usage-meter.ts'

export interface Session {
  readonly request: StreamRequest
  readonly reservation: Reservation
  /** Counts posts against the monthly cap; no cap when undefined. */
  counter: UsageCounter | undefined
  /** The channel with the rules of its app; undefined for the sampled stream. */
  channel: Channel | undefined
}
