/** Everything that one connection uses, from its reservation until it is released. */
import type { Reservation } from '../admission.ts'
import type { Channel } from './channel.ts'
import type { StreamRequest } from './streams.ts'
import type { UsageCounter } from './usage-meter.ts'

export interface Session {
  readonly request: StreamRequest
  readonly reservation: Reservation
  /** Counts posts, and says how many of them may be sent; all when undefined. */
  counter: UsageCounter | undefined
  /** The rules of its app; undefined for the sampled stream. */
  channel: Channel | undefined
}
