/**
 * Generates the events of the hour that consumers resume: deletions of posts by users of all partitions.
 */
import type { Event } from '../../src/log/event.ts'
import { partitionOf } from '../../src/log/partition.ts'

const FIRST_POST = 1_290_000_000_000_000_000n
const STEP = 7_919_317n
const USERS = 50_000n

function authorOf(number: bigint): bigint {
  return 100_000_007n + ((number * 7_919n) % USERS) * 104_729n
}

/** The deletion that the bench appends at the position `number` of the log. */
export function deletion(number: bigint): Event {
  const postId = FIRST_POST + number * STEP
  return {
    kind: 'post.deleted',
    user_id: authorOf(number),
    post_id: postId,
    initial_id: postId,
    in_reply_to_post_id: null,
    quoted_id: null,
    reposted_id: null,
    reason: 'author',
  }
}

/** Number of the deletion of a post. */
export function numberOf(postId: bigint): bigint {
  return (postId - FIRST_POST) / STEP
}

/** Number of deletions of a partition with positions above `after` and up to `upTo`. */
export function countOf(partition: number, after: bigint, upTo: bigint): number {
  let count = 0
  for (let number = after + 1n; number <= upTo; number += 1n) {
    if (partitionOf(authorOf(number)) === partition) count += 1
  }
  return count
}
