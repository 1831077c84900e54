/** The events that both sides append, and the clock that both processes share. */
import type { Event } from '../../src/log/event.ts'

/** An account for each of many, so that all partitions are used. */
const FOLLOWEE = 1_200_000_000_000_000_000n

/** A follow, which carries the moment of its making in place of the follower. */
export function eventAt(nanoseconds: bigint): Event {
  return { kind: 'user.followed', user_id: nanoseconds, followee_id: FOLLOWEE }
}

/** Nanoseconds on a clock that all processes of the machine share. */
export function sharedNow(): bigint {
  return process.hrtime.bigint()
}
