/**
 * Versions of the state of posts and users. A command sends the version that the operator saw, and is refused if the
 * state has changed since then. So an operator does not overwrite an unseen change of another operator
 * (spec/console.md#moderation-at-the-desk).
 */
import type { UserFacts } from '../accounts/user.ts'
import { Refusal } from '../context.ts'
import type { Post } from '../posts/post.ts'

/** The version does not include protection, because the user controls it. */
export function userVersion({
  suspendedAt,
  deactivatedAt,
  withheldInCountries,
}: Pick<UserFacts, 'suspendedAt' | 'deactivatedAt' | 'withheldInCountries'>): string {
  return `${suspendedAt ?? 0}.${deactivatedAt ?? 0}.${withheldInCountries.join('-')}`
}

export function postVersion({
  droppedAt,
  latestId,
  withheldInCountries,
}: Pick<Post, 'droppedAt' | 'latestId' | 'withheldInCountries'>): string {
  return `${droppedAt ?? 0}.${latestId}.${withheldInCountries.join('-')}`
}

/**
 * Requires that the state has not changed since the operator saw it.
 * @param seen the version that the operator saw; undefined accepts any version
 * @throws {Refusal} `moderated-meanwhile`
 */
export function requireVersion(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return
  throw new Refusal('moderated-meanwhile', 'the state was changed in the meantime')
}
