/**
 * Every event and its fields: the one list. Events carry facts and ids, never rendered bodies; each dialect
 * renders at its edge.
 */

/** What may happen to a user's state (spec/compliance-stream.md#states). */
export type UserAction =
  | 'protect'
  | 'unprotect'
  | 'suspend'
  | 'unsuspend'
  | 'deactivate'
  | 'reactivate'
  | 'withhold'
  | 'unwithhold'

/** How an app changed, for the caches that hold it. */
export type AppChange =
  | 'created'
  | 'labs_enrolled'
  | 'labs_unenrolled'
  | 'bearer_regenerated'
  | 'bearer_invalidated'
  | 'keys_regenerated'
  | 'suspended'
  | 'unsuspended'
  | 'updated'

/** What an operator may do to a post, and undo (spec/compliance-stream.md#states). */
export type PostAction = 'drop' | 'undrop' | 'withhold' | 'unwithhold'

/** What a new post has to do with others; what is null or empty it has nothing to do with. */
export interface PostReferences {
  readonly in_reply_to_post_id: bigint | null
  readonly in_reply_to_user_id: bigint | null
  readonly quoted_id: bigint | null
  readonly quoted_user_id: bigint | null
  /** The first version of what is reposted. */
  readonly reposted_id: bigint | null
  readonly reposted_user_id: bigint | null
  /** Ids of the users it mentions, as digits. */
  readonly mentioned: readonly string[]
}

/** Of a post by itself. */
export const NO_REFERENCES: PostReferences = Object.freeze({
  in_reply_to_post_id: null,
  in_reply_to_user_id: null,
  quoted_id: null,
  quoted_user_id: null,
  reposted_id: null,
  reposted_user_id: null,
  mentioned: Object.freeze([]),
})

/** How a console account changed. */
export type ConsoleChange =
  | 'account_created'
  | 'user_created'
  | 'password_changed'
  | 'stream_created'
  | 'stream_removed'

/** A rule of an app's filtered stream. */
export interface RuleFacts {
  readonly app_id: bigint
  readonly rule_id: bigint
  /** A `RuleProduct` of domain/rules/rule.ts. */
  readonly product: string
  readonly value: string
  readonly tag: string | null
}

/** How a webhook changed. Only a valid one is told of anything. */
export type WebhookChange = 'created' | 'validated' | 'invalidated' | 'removed'

interface EventFacts {
  'user.created': { readonly user_id: bigint }
  'user.profile_changed': { readonly user_id: bigint }
  'user.followed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.unfollowed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.state_changed': {
    readonly user_id: bigint
    readonly action: UserAction
    /** The full new list, as after the action. */
    readonly withheld_in_countries: readonly string[]
    readonly reason: string
    /** Who did it; left out when that is not known. */
    readonly actor?: string
  }
  'user.follow_requested': { readonly user_id: bigint; readonly followee_id: bigint }
  /** A request that is no more, without an edge in its place. */
  'user.follow_request_ended': {
    readonly user_id: bigint
    readonly followee_id: bigint
    readonly how: 'denied' | 'withdrawn' | 'blocked'
  }
  'user.blocked': { readonly user_id: bigint; readonly blocked_id: bigint }
  'user.unblocked': { readonly user_id: bigint; readonly blocked_id: bigint }
  'user.muted': { readonly user_id: bigint; readonly muted_id: bigint }
  'user.unmuted': { readonly user_id: bigint; readonly muted_id: bigint }
  /** A post, reply, quote or repost; `user_id` is its author. */
  'post.created': { readonly user_id: bigint; readonly post_id: bigint } & PostReferences
  /** A post, or the undoing of a repost. Of an original its reposts go with it, and nothing is said of them. */
  'post.deleted': {
    readonly user_id: bigint
    readonly post_id: bigint
    readonly initial_id: bigint
    /** What a counter of was changed by it. */
    readonly in_reply_to_post_id: bigint | null
    readonly quoted_id: bigint | null
    readonly reposted_id: bigint | null
    readonly reason: string
    /** Who did it, when that is not the author. */
    readonly actor?: string
  }
  'post.edited': {
    readonly user_id: bigint
    /** The new version. */
    readonly post_id: bigint
    readonly initial_id: bigint
    /** What the new version quotes, a counter of which may have changed by it. Events from before have it not. */
    readonly quoted_id?: bigint | null
    /** Every version's id as digits, the first one first. */
    readonly versions: readonly string[]
    /** Why; left out when nobody said. */
    readonly reason?: string
    /** Who did it, when that is not the author. */
    readonly actor?: string
  }
  /** `user_id` is who likes, `post_id` the first version. */
  'post.liked': { readonly user_id: bigint; readonly post_id: bigint; readonly author_id: bigint }
  'post.unliked': { readonly user_id: bigint; readonly post_id: bigint; readonly author_id: bigint }
  /** A reply was hidden, or shown again, by who began its conversation; `user_id` is the reply's author. */
  'post.hidden': { readonly user_id: bigint; readonly post_id: bigint; readonly is_hidden: boolean }
  'post.state_changed': {
    readonly user_id: bigint
    readonly post_id: bigint
    readonly action: PostAction
    /** The full new list, as after the action. */
    readonly withheld_in_countries: readonly string[]
    readonly reason: string
    /** Who did it; left out when that is not known. */
    readonly actor?: string
  }
  /** Impressions or clicks were counted; `user_id` is the author. */
  'post.seen': { readonly user_id: bigint; readonly post_id: bigint }
  /** The post that the user shows first; null when none. */
  'user.pinned': { readonly user_id: bigint; readonly post_id: bigint | null }
  /** Where the user's posts were written is gone, up to and with that post. */
  'user.geo_scrubbed': {
    readonly user_id: bigint
    readonly up_to_post_id: bigint
    readonly reason: string
    /** Who did it; left out when that is not known. */
    readonly actor?: string
  }
  /** A direct message; `user_id` is its sender, and the app what it was sent with, if that is known. */
  'message.created': {
    readonly user_id: bigint
    readonly recipient_id: bigint
    readonly message_id: bigint
    readonly app_id: bigint | null
  }
  /** One side deleted a message for itself; when it was the last, what was written is erased. */
  'message.deleted': { readonly user_id: bigint; readonly message_id: bigint; readonly is_erased: boolean }
  'message.typing': { readonly user_id: bigint; readonly recipient_id: bigint }
  /** What `recipient_id` wrote to `user_id`, up to and with that message, was read. */
  'message.read': {
    readonly user_id: bigint
    readonly recipient_id: bigint
    readonly last_read_event_id: bigint
  }
  /** An upload is whole, and may be shown. */
  'media.uploaded': { readonly user_id: bigint; readonly media_id: bigint }
  /** The text for those who do not see it was written. */
  'media.described': { readonly user_id: bigint; readonly media_id: bigint }
  'app.changed': { readonly app_id: bigint; readonly change: AppChange }
  'console.changed': { readonly account_name: string; readonly change: ConsoleChange }
  'project.changed': { readonly project_id: bigint; readonly change: 'created' | 'app_added' }
  'token.created': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  'token.revoked': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  'webhook.changed': { readonly webhook_id: bigint; readonly app_id: bigint; readonly change: WebhookChange }
  /** The webhook is told of the user's account from now on. */
  'webhook.subscribed': { readonly user_id: bigint; readonly app_id: bigint; readonly webhook_id: bigint }
  'webhook.unsubscribed': { readonly user_id: bigint; readonly app_id: bigint; readonly webhook_id: bigint }
  /** Events of a time are delivered again; the job ends with the last of them. */
  'webhook.replay_started': { readonly webhook_id: bigint; readonly job_id: bigint }
  'webhook.replay_ended': {
    readonly webhook_id: bigint
    readonly job_id: bigint
    readonly is_complete: boolean
  }
  /** A rule of a filtered stream lives, or lives no more, from this position on. */
  'rule.added': RuleFacts
  'rule.deleted': RuleFacts
  /** Streams left a post out that they can show now: they give it to whoever is connected. */
  'post.restreamed': {
    readonly user_id: bigint
    readonly post_id: bigint
    /** Digits of the position at which it was left out: whoever reads the log from before there is given it there. */
    readonly of_position: string
  }
  /** The compliance stream could not tell all of an event; it tells it whole from here. */
  'compliance.retold': {
    readonly user_id: bigint
    /** When it happened; milliseconds since the Unix epoch. */
    readonly of_at: number
    readonly of: ComplianceFacts
  }
  /** Items that failed are tried again, whatever has been done about them: memory must forget what it knows. Empty for all. */
  'items.retried': { readonly reader: string; readonly item: string }
  /** Rows changed in bulk: caches must forget what they know; no webhook or stream hears of it. */
  'import.applied': {
    readonly of: 'follows' | 'users' | 'posts' | 'likes' | 'messages'
    readonly lines: number
    readonly imported: number
    /** Of posts: the smallest and the largest id that was stored; between them lie others, too. */
    readonly first_id?: bigint
    readonly last_id?: bigint
  }
}

export type EventKind = keyof EventFacts

/** The kinds of which the compliance stream tells. */
export type ComplianceKind =
  | 'user.state_changed'
  | 'user.geo_scrubbed'
  | 'post.deleted'
  | 'post.edited'
  | 'post.state_changed'
  | 'post.unliked'

/** What such an event says, kind included. */
export type ComplianceFacts = {
  readonly [Kind in ComplianceKind]: { readonly kind: Kind } & EventFacts[Kind]
}[ComplianceKind]

/** An event as a verb makes it. */
export type Event = { readonly [Kind in EventKind]: { readonly kind: Kind } & EventFacts[Kind] }[EventKind]

/** An event as the log gives it back. */
export type LoggedEvent = Event & {
  /** 1, 2, 3 … without gaps, over all partitions, in the order of commit. */
  readonly position: bigint
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly at: number
  /** 1 to 8, by the user whom it is about. */
  readonly partition: number
}

/**
 * In place of an event that cannot be read: its row is not what was written, or a newer program wrote it. Readers leave it
 * out by name; what it says, nobody knows.
 */
export interface UnreadableEvent {
  readonly kind: 'unreadable'
  readonly position: bigint
  readonly at: number
  /** 1 to 8; undefined when not even that can be trusted. */
  readonly partition: number | undefined
  /** Why, and what to do about it. */
  readonly reason: string
}

/** The events of some kinds. */
export type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>

/**
 * A reader's decision about every kind of event: a function for a kind that concerns the reader, `undefined` for one that does
 * not. Whoever adds a kind is led by the compiler to every table.
 */
export type EventTable<Result> = {
  readonly [Kind in EventKind]: ((event: EventOf<Kind>) => Result) | undefined
}

/** The result of the function that a table has for the kind of an event; `undefined` where it has none. */
export function readEvent<Result>(table: EventTable<Result>, event: LoggedEvent): Result | undefined {
  // The compiler does not see that the function under a kind takes the events of that kind.
  const read = table[event.kind] as ((event: LoggedEvent) => Result) | undefined
  return read?.(event)
}

/** What the log holds at a position. */
export type LogEntry = LoggedEvent | UnreadableEvent

/**
 * The effect of each kind on rows. `change`: rows change in ways that follow from the event, so caches decide by it.
 * `repair`: rows may change in ways that no event names, so every cache forgets everything.
 */
export const EVENT_KINDS: Readonly<Record<EventKind, 'change' | 'repair'>> = {
  'user.created': 'change',
  'user.followed': 'change',
  'user.unfollowed': 'change',
  'user.state_changed': 'change',
  'user.profile_changed': 'change',
  'user.follow_requested': 'change',
  'user.follow_request_ended': 'change',
  'user.blocked': 'change',
  'user.unblocked': 'change',
  'user.muted': 'change',
  'user.unmuted': 'change',
  'post.created': 'change',
  'post.deleted': 'change',
  'post.edited': 'change',
  'post.liked': 'change',
  'post.unliked': 'change',
  'post.hidden': 'change',
  'post.state_changed': 'change',
  'post.seen': 'change',
  'user.pinned': 'change',
  'user.geo_scrubbed': 'change',
  'message.created': 'change',
  'message.deleted': 'change',
  'message.typing': 'change',
  'message.read': 'change',
  'media.uploaded': 'change',
  'media.described': 'change',
  'app.changed': 'change',
  'console.changed': 'change',
  'project.changed': 'change',
  'token.created': 'change',
  'token.revoked': 'change',
  'webhook.changed': 'change',
  'webhook.subscribed': 'change',
  'webhook.unsubscribed': 'change',
  'webhook.replay_started': 'change',
  'webhook.replay_ended': 'change',
  'rule.added': 'change',
  'rule.deleted': 'change',
  'post.restreamed': 'change',
  'compliance.retold': 'change',
  'items.retried': 'repair',
  'import.applied': 'change',
}
