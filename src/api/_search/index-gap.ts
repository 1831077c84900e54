/**
 * Marks responses that may lack posts because the search index is not complete yet
 * (spec/v2-posts.md#incomplete-index).
 */
import { latestTimeOfId } from '../../domain/posts/read/early-posts.ts'
import type { Answer } from '../../http/endpoint.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import type { Services } from '../_services.ts'

const SECOND_MS = 1_000

/**
 * The time since which the index has every post, rounded up to the second. Undefined when the index has every post from
 * the id `from` on.
 */
export async function completeSince(
  { store, indexCoverage, clock }: Pick<Services, 'store' | 'indexCoverage' | 'clock'>,
  from: bigint,
): Promise<string | undefined> {
  const reach = await indexCoverage.reach()
  if (reach <= from) return undefined
  const time = reach === LARGEST_ID ? clock.now() : await latestTimeOfId(store, reach)
  return isoSecond(time + SECOND_MS - 1)
}

/** The header of a response that may lack posts. */
export function completeHeaders(since: string | undefined): Pick<Answer, 'headers'> {
  return since === undefined ? {} : { headers: { 'x-index-complete-since': since } }
}
