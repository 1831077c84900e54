/**
 * Events for the benches of the compliance stream. They are deletions of posts, because most events of a real
 * stream are deletions.
 */

import { systemClock } from '../../src/lib/time/clock.ts'
import type { LoggedEvent } from '../../src/log/event.ts'
import { partitionOf } from '../../src/log/partition.ts'

/** Partition of all events. */
export const PARTITION = 1

/** Users of the partition whose posts are deleted. */
const AUTHORS: readonly bigint[] = authors(1_000)

const FIRST_POST = 1_290_000_000_000_000_000n

/**
 * Difference between the ids of consecutive posts: about two milliseconds, as on a busy server. It is no
 * round number, so the last digits of ids have no pattern.
 */
const STEP = 7_919_317n

function authorOf(number: bigint): bigint {
  return AUTHORS[Number((number * 7_919n) % BigInt(AUTHORS.length))] ?? 0n
}

/** Post deleted by event number `number`. */
function postOf(number: bigint): bigint {
  return FIRST_POST + number * STEP
}

/** Number of the event that deleted a post. */
export function numberOf(postId: bigint): bigint {
  return (postId - FIRST_POST) / STEP
}

/** Facts of event number `number`. */
export function factsOf(number: bigint) {
  return {
    user_id: authorOf(number),
    post_id: postOf(number),
    initial_id: postOf(number),
    in_reply_to_post_id: null,
    quoted_id: null,
    reposted_id: null,
    reason: 'author',
  }
}

/** Deletions with the positions after `position`. */
export function deletions(position: bigint, count: number): LoggedEvent[] {
  const at = systemClock.now()
  return Array.from({ length: count }, (_, index) => {
    const number = position + BigInt(index) + 1n
    return {
      kind: 'post.deleted',
      ...factsOf(number),
      position: number,
      at,
      partition: PARTITION,
    }
  })
}

function authors(count: number): bigint[] {
  const ids: bigint[] = []
  for (let id = 100_000_007n; ids.length < count; id += 104_729n)
    if (partitionOf(id) === PARTITION) ids.push(id)
  return ids
}
