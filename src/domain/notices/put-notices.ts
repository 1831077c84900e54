/** Applies notices in recordings to imported posts, users, likes and messages (spec/data-files.md#stream-notices). */
import type { Outcome, Tx } from '../../db/store.ts'
import { changeUserStates } from '../accounts/change-user-state.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { deleteMessageCopy } from '../messages/delete.ts'
import { changePostStates } from '../posts/state/change-post-state.ts'
import { scrubGeos } from '../posts/state/scrub-geo.ts'
import { erasePosts } from '../posts/write/delete-post.ts'
import { unlikePosts } from '../posts/write/like.ts'
import { type ImportNotice, NO_NOTICES, type NoticesOutcome } from './import-notice.ts'
import { findNoticeTargets, type NoticeTargets } from './notice-targets.ts'
import { type NoticePlan, planNotices } from './plan-notices.ts'
import { findRememberedNotices, forgetNotices, noticeOf, rememberNotices } from './remembered-notices.ts'

/** The reason in the events of the changes. */
const REASON = 'a notice of an imported recording'

/**
 * Applies notices in order, inside the transaction of an import. Appends the events that commands would append for the
 * same changes. Notices about missing posts and users are stored until the item is imported.
 * @param notices at most as many as a batch of an import
 * @param now milliseconds since the Unix epoch
 */
export async function putImportedNotices(
  tx: Tx,
  notices: readonly ImportNotice[],
  now: number,
): Promise<NoticesOutcome> {
  if (notices.length === 0) return NO_NOTICES
  const targets = await findNoticeTargets(tx, notices)
  const plan = planNotices(notices, targets)
  const applied = await applyPlan(tx, plan, targets, now)
  await rememberNotices(tx, plan.remembered, now)
  await forgetNotices(tx, plan.forgotten)
  const remembered = plan.remembered.length
  return { applied, remembered, unchanged: Math.max(0, notices.length - applied - remembered) }
}

/** Posts and users that an import has just stored. */
export interface Arrivals {
  readonly posts: readonly bigint[]
  /** Authors of posts, and users whose user objects the import has. */
  readonly users: readonly bigint[]
}

/** Applies the remembered notices about posts and users that now exist, and deletes these notices. */
export async function applyRememberedNotices(tx: Tx, { posts, users }: Arrivals, now: number): Promise<void> {
  const remembered = [
    ...(await findRememberedNotices(tx, 'post', posts)),
    ...(await findRememberedNotices(tx, 'user', users)),
  ]
  if (remembered.length === 0) return
  await forgetNotices(tx, remembered)
  await putImportedNotices(tx, remembered.map(noticeOf), now)
}

/** @returns the number of changes */
async function applyPlan(tx: Tx, plan: NoticePlan, { posts }: NoticeTargets, now: number): Promise<number> {
  const { erased, postStates, userStates, scrubs, unlikes, messages } = plan
  const note = { now, reason: REASON }
  const authors = erased.flatMap((id) => posts.get(id)?.authorId ?? [])
  const users = [...userStates, ...scrubs, ...unlikes].map(({ userId }) => userId)
  if (authors.length + users.length > 0) await lockUsers(tx, [...new Set([...authors, ...users])])
  let changed = 0
  if (erased.length > 0) {
    changed += (await erasePosts(tx, erased, { now, reason: 'deleted', actor: undefined })).length
  }
  if (postStates.length > 0) {
    changed += countOf(
      await changePostStates(
        tx,
        postStates.map((change) => ({ ...change, ...note })),
      ),
    )
  }
  if (userStates.length > 0) {
    changed += countOf(
      await changeUserStates(
        tx,
        userStates.map((change) => ({ ...change, ...note })),
      ),
    )
  }
  if (scrubs.length > 0) {
    changed += countOf(
      await scrubGeos(
        tx,
        scrubs.map((scrub) => ({ ...scrub, ...note })),
      ),
    )
  }
  if (unlikes.length > 0) {
    const outcomes = await unlikePosts(
      tx,
      unlikes.map((unlike) => ({ ...unlike, now })),
    )
    changed += outcomes.filter((outcome) => 'value' in outcome && outcome.value).length
  }
  for (const { id, participants } of messages) {
    let isDeleted = false
    for (const userId of participants)
      isDeleted = (await deleteMessageCopy(tx, { id, userId, now })) || isDeleted
    if (isDeleted) changed += 1
  }
  return changed
}

function countOf(outcomes: readonly Outcome<unknown>[]): number {
  return outcomes.filter((outcome) => 'value' in outcome).length
}
