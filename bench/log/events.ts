/** Events that both sides append, and a clock shared by both processes. */
import type { Event } from '../../src/log/event.ts'

/** Many accounts, so that all partitions are used. */
const FOLLOWEE = 1_200_000_000_000_000_000n

/** A follow whose follower id is its creation time. */
export function eventAt(nanoseconds: bigint): Event {
  return { kind: 'user.followed', user_id: nanoseconds, followee_id: FOLLOWEE }
}

/** Nanoseconds of a clock shared by all processes of the machine. */
export function sharedNow(): bigint {
  return process.hrtime.bigint()
}
