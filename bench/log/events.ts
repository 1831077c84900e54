/** The events that Aviary appends in this bench, and a clock that all processes share. */
import type { Event } from '../../src/log/event.ts'

const FOLLOWEE = 1_200_000_000_000_000_000n

/**
 * A follow whose follower id is its creation time, so that the events belong to many accounts and all
 * partitions.
 */
export function eventAt(nanoseconds: bigint): Event {
  return { kind: 'user.followed', user_id: nanoseconds, followee_id: FOLLOWEE }
}

/** Nanoseconds of a clock that all processes of the machine share. */
export function sharedNow(): bigint {
  return process.hrtime.bigint()
}
