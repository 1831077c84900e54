/** Plans the changes for a batch of notices, before anything is stored. */
import type { PostAction, UserAction } from '../../log/event.ts'
import type {
  ComplianceResultNotice,
  GeoScrubNotice,
  ImportNotice,
  MessageDeletionNotice,
  PostDeletionNotice,
  PostWithheldNotice,
  UserStateNotice,
  UserWithheldNotice,
} from './import-notice.ts'
import type { NoticeTargets } from './notice-targets.ts'
import type { RememberedKind, RememberedNotice } from './remembered-notices.ts'

interface PlannedChange<Action> {
  readonly action: Action
  readonly countries: readonly string[]
}

/** Changes in the order of the notices. */
export interface NoticePlan {
  /** Ids of the first versions of deleted posts, without duplicates. */
  readonly erased: readonly bigint[]
  readonly postStates: readonly (PlannedChange<PostAction> & { readonly postId: bigint })[]
  readonly userStates: readonly (PlannedChange<UserAction> & { readonly userId: bigint })[]
  readonly scrubs: readonly { readonly userId: bigint; readonly upToId: bigint }[]
  readonly unlikes: readonly { readonly userId: bigint; readonly postId: bigint }[]
  readonly messages: readonly { readonly id: bigint; readonly participants: readonly bigint[] }[]
  readonly remembered: readonly RememberedNotice[]
  readonly forgotten: readonly RememberedNotice[]
}

/**
 * Plans notices in order. A notice changes only imported items, and only if its author is the author of the post. A
 * notice about a missing post or user is stored until the item is imported.
 */
export function planNotices(notices: readonly ImportNotice[], targets: NoticeTargets): NoticePlan {
  const plan = new Plan(targets)
  for (const notice of notices) plan.add(notice)
  return plan.result
}

/**
 * The first id that contains a time. Smaller ids are from before November 2010, when a user and a post could have the
 * same id.
 */
const FIRST_SNOWFLAKE = 30_000_000_000n

const REMEMBERED_USER_ACTIONS: Readonly<
  Record<UserStateNotice['action'], { readonly kind: RememberedKind; readonly isLifted: boolean }>
> = {
  protect: { kind: 'user_protect', isLifted: false },
  unprotect: { kind: 'user_protect', isLifted: true },
  suspend: { kind: 'user_suspend', isLifted: false },
  unsuspend: { kind: 'user_suspend', isLifted: true },
  deactivate: { kind: 'user_deactivate', isLifted: false },
  reactivate: { kind: 'user_deactivate', isLifted: true },
}

/** The action on a user for each reason of a compliance job. */
const USER_ACTION_FOR = {
  deleted: 'deactivate',
  deactivated: 'deactivate',
  suspended: 'suspend',
  protected: 'protect',
} as const satisfies Partial<Record<ComplianceResultNotice['reason'], UserStateNotice['action']>>

class Plan {
  readonly #targets: NoticeTargets
  readonly #erased = new Set<bigint>()
  readonly #postStates: NoticePlan['postStates'][number][] = []
  readonly #userStates: NoticePlan['userStates'][number][] = []
  readonly #scrubs: NoticePlan['scrubs'][number][] = []
  readonly #unlikes: NoticePlan['unlikes'][number][] = []
  readonly #messages: NoticePlan['messages'][number][] = []
  /** Notices to remember or forget, by key; the last notice with a key counts. */
  readonly #kept = new Map<string, { readonly notice: RememberedNotice; readonly isLifted: boolean }>()

  constructor(targets: NoticeTargets) {
    this.#targets = targets
  }

  get result(): NoticePlan {
    const kept = [...this.#kept.values()]
    const those = (lifted: boolean) =>
      kept.flatMap(({ notice, isLifted }) => (isLifted === lifted ? notice : []))
    return {
      erased: [...this.#erased],
      postStates: this.#postStates,
      userStates: this.#userStates,
      scrubs: this.#scrubs,
      unlikes: this.#unlikes,
      messages: this.#messages,
      remembered: those(false),
      forgotten: those(true),
    }
  }

  add(notice: ImportNotice): void {
    if (notice.on === 'post') this.#addPost(notice)
    else if (notice.on === 'user') this.#addUser(notice)
    else if (notice.on === 'message') this.#addMessage(notice)
    else if (notice.on === 'result') this.#addResult(notice)
    else if (this.#targets.posts.has(notice.postId) && this.#isForeignUser(notice.userId)) {
      this.#unlikes.push({ userId: notice.userId, postId: notice.postId })
    }
  }

  #addPost(notice: PostDeletionNotice | PostWithheldNotice): void {
    const { id, authorId, action } = notice
    const post = this.#targets.posts.get(id)
    const countries = action === 'withhold' ? notice.countries : []
    if (post === undefined) {
      const isLifted = action === 'undrop' || (action === 'withhold' && countries.length === 0)
      const kind = action === 'undrop' ? 'drop' : action
      const value = countries.length === 0 ? '' : JSON.stringify(countries)
      this.#keep({ subjectId: id, kind, authorId: authorId ?? 0n, value }, isLifted)
      return
    }
    if (!post.isImported || (authorId ?? post.authorId) !== post.authorId) return
    if (action === 'delete') this.#erased.add(post.initialId)
    else if (action === 'scrub_geo') this.#scrub(post.authorId, id)
    else {
      const isLift = action === 'withhold' && countries.length === 0
      this.#postStates.push({ postId: id, action: isLift ? 'unwithhold' : action, countries })
    }
  }

  #addUser(notice: UserStateNotice | UserWithheldNotice | GeoScrubNotice): void {
    const { id } = notice
    const isHere = this.#targets.users.has(id)
    if (isHere && !this.#isForeignUser(id)) return
    const row = { subjectId: id, authorId: 0n }
    if (notice.action === 'scrub_geo') {
      if (isHere) this.#scrub(id, notice.upToId)
      else this.#keepScrub(id, notice.upToId)
    } else if (notice.action === 'withhold') {
      const { countries } = notice
      const isLift = countries.length === 0
      if (isHere) this.#userStates.push({ userId: id, action: isLift ? 'unwithhold' : 'withhold', countries })
      else this.#keep({ ...row, kind: 'user_withhold', value: JSON.stringify(countries) }, isLift)
    } else if (isHere) this.#userStates.push({ userId: id, action: notice.action, countries: [] })
    else {
      const { kind, isLifted } = REMEMBERED_USER_ACTIONS[notice.action]
      this.#keep({ ...row, kind, value: '' }, isLifted)
    }
  }

  #addMessage({ id, userId }: MessageDeletionNotice): void {
    const message = this.#targets.messages.get(id)
    if (message?.isImported === true && message.participants.includes(userId)) {
      this.#messages.push({ id, participants: [...new Set(message.participants)] })
    }
  }

  #addResult({ id, reason, createdAt }: ComplianceResultNotice): void {
    const post = this.#targets.posts.get(id)
    const user = this.#targets.users.get(id)
    const isPost = post !== undefined && isOfSecond(post.createdAt, createdAt)
    // The result does not say if the id is of a post or a user. A small id that is unknown here can be of
    // either kind, so the notice is not remembered. A larger unknown id is taken for the id of a post.
    if (isPost || (user === undefined && post === undefined && id >= FIRST_SNOWFLAKE)) {
      this.#addPost({
        on: 'post',
        id,
        authorId: undefined,
        action: reason === 'scrub_geo' ? 'scrub_geo' : 'delete',
      })
      return
    }
    if (user === undefined || !isOfSecond(user.createdAt, createdAt)) return
    if (reason === 'bounced') return
    if (reason !== 'scrub_geo') this.#addUser({ on: 'user', id, action: USER_ACTION_FOR[reason] })
  }

  #scrub(userId: bigint, upToId: bigint): void {
    const user = this.#targets.users.get(userId)
    if (user?.isLocal === false && user.scrubbedUpTo < upToId) this.#scrubs.push({ userId, upToId })
  }

  #isForeignUser(id: bigint): boolean {
    return this.#targets.users.get(id)?.isLocal === false
  }

  #keepScrub(subjectId: bigint, upToId: bigint): void {
    const before = this.#kept.get(keyOf({ subjectId, kind: 'user_scrub_geo', authorId: 0n }))?.notice.value
    const value = before !== undefined && BigInt(before) > upToId ? before : String(upToId)
    this.#keep({ subjectId, kind: 'user_scrub_geo', authorId: 0n, value }, false)
  }

  #keep(notice: RememberedNotice, isLifted: boolean): void {
    this.#kept.set(keyOf(notice), { notice, isLifted })
  }
}

function keyOf({ subjectId, kind, authorId }: Omit<RememberedNotice, 'value'>): string {
  return `${subjectId} ${kind} ${authorId}`
}

/**
 * True if the times are in the same second, because files have times in whole seconds. Also true if the file has no
 * time.
 */
function isOfSecond(known: number, recorded: number | undefined): boolean {
  return recorded === undefined || Math.floor(known / 1_000) === Math.floor(recorded / 1_000)
}
