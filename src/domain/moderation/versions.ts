/**
 * Versions of the state of posts and users, as an operator saw them. A command with an older version is refused, so
 * that no operator undoes the work of another without seeing it (spec/console.md#moderation-at-the-desk).
 */
import type { UserFacts } from '../accounts/user.ts'
import { Refusal } from '../context.ts'
import type { Post } from '../posts/post.ts'

/** Without protection, which belongs to the user. */
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
 * @param seen undefined for callers without a version
 * @throws {Refusal} `moderated-meanwhile`
 */
export function requireVersion(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return
  throw new Refusal('moderated-meanwhile', 'the state was changed in the meantime')
}
