/**
 * Defines every kind of event and its fields. Events contain facts and ids, never rendered bodies; each API family
 * renders its own messages from events.
 *
 * Over the size stop: all kinds must be in one type, so that the compiler reports every reader that does not handle a
 * new kind.
 */

/** Changes of a user's state (spec/compliance-stream.md#states). */
export type UserAction =
  | 'protect'
  | 'unprotect'
  | 'suspend'
  | 'unsuspend'
  | 'deactivate'
  | 'reactivate'
  | 'withhold'
  | 'unwithhold'

/** Changes of an app. Caches and streams use them. */
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
  | 'deleted'

/** Changes of a project. `app_added` and `app_removed` change the access of an app to API v2. */
export type ProjectChange = 'created' | 'updated' | 'app_added' | 'app_removed' | 'deleted'

/** Actions of an operator on a post (spec/compliance-stream.md#states). */
export type PostAction = 'drop' | 'undrop' | 'withhold' | 'unwithhold'

/** References of a new post to other posts and users. A field without a reference is null or empty. */
export interface PostReferences {
  readonly in_reply_to_post_id: bigint | null
  readonly in_reply_to_user_id: bigint | null
  readonly quoted_id: bigint | null
  readonly quoted_user_id: bigint | null
  /** The id of the first version of the reposted post. Each edit of a post makes a new version with a new id. */
  readonly reposted_id: bigint | null
  readonly reposted_user_id: bigint | null
  /** Ids of mentioned users, as digits. */
  readonly mentioned: readonly string[]
}

/** The references of a post without references. */
export const NO_REFERENCES: PostReferences = Object.freeze({
  in_reply_to_post_id: null,
  in_reply_to_user_id: null,
  quoted_id: null,
  quoted_user_id: null,
  reposted_id: null,
  reposted_user_id: null,
  mentioned: Object.freeze([]),
})

/** Changes of a console account. */
export type ConsoleChange =
  | 'account_created'
  | 'user_created'
  | 'user_linked'
  | 'email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'operator_granted'
  | 'operator_revoked'
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

/** Changes of a grant of a user to an OAuth 2.0 client. */
export type GrantChange = 'created' | 'refreshed' | 'revoked'
/** A change of some members of a list. */
export interface ListMembers {
  readonly user_id: bigint
  readonly list_id: bigint
  /** 1 to 100 user ids, as digits. */
  readonly member_ids: readonly string[]
}

/** Changes of a webhook. Only a valid webhook receives events. */
export type WebhookChange = 'created' | 'validated' | 'invalidated' | 'removed'

interface EventFacts {
  'user.created': { readonly user_id: bigint }
  'user.profile_changed': { readonly user_id: bigint }
  'user.followed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.unfollowed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.state_changed': {
    readonly user_id: bigint
    readonly action: UserAction
    /** The full list of countries after the action. */
    readonly withheld_in_countries: readonly string[]
    readonly reason: string
    /** The operator; left out when unknown. */
    readonly actor?: string
  }
  'user.follow_requested': { readonly user_id: bigint; readonly followee_id: bigint }
  /** A follow request was withdrawn or denied, or a block ended it. */
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
  /**
   * A deleted post, or an undone repost. When an original is deleted, its reposts are deleted too, but the deletions of
   * the reposts have no events.
   */
  'post.deleted': {
    readonly user_id: bigint
    readonly post_id: bigint
    readonly initial_id: bigint
    /** Posts whose counters of replies, quotes or reposts changed because of the deletion. */
    readonly in_reply_to_post_id: bigint | null
    readonly quoted_id: bigint | null
    readonly reposted_id: bigint | null
    readonly reason: string
    /** The operator; left out when the author did it. */
    readonly actor?: string
  }
  'post.edited': {
    readonly user_id: bigint
    /** The id of the new version. */
    readonly post_id: bigint
    readonly initial_id: bigint
    /**
     * The post that the new version quotes. The counter of quotes of that post may have changed. The field is missing
     * in older events.
     */
    readonly quoted_id?: bigint | null
    /** Ids of all versions as digits, the first version first. */
    readonly versions: readonly string[]
    /** Left out when no reason was given. */
    readonly reason?: string
    /** The operator; left out when the author did it. */
    readonly actor?: string
  }
  /** `user_id` is the user who likes the post, and `post_id` the first version of the post. */
  'post.liked': { readonly user_id: bigint; readonly post_id: bigint; readonly author_id: bigint }
  'post.unliked': { readonly user_id: bigint; readonly post_id: bigint; readonly author_id: bigint }
  /**
   * Only `user_id`, the user who bookmarks the post, may see this event. `post_id` is the first version of the post.
   */
  'post.bookmarked': { readonly user_id: bigint; readonly post_id: bigint }
  'post.unbookmarked': { readonly user_id: bigint; readonly post_id: bigint }
  /** A reply was hidden or shown again by the author of its conversation; `user_id` is the author of the reply. */
  'post.hidden': { readonly user_id: bigint; readonly post_id: bigint; readonly is_hidden: boolean }
  'post.state_changed': {
    readonly user_id: bigint
    readonly post_id: bigint
    readonly action: PostAction
    /** The full list of countries after the action. */
    readonly withheld_in_countries: readonly string[]
    readonly reason: string
    /** The operator; left out when unknown. */
    readonly actor?: string
  }
  /** Impressions or clicks of a post were counted; `user_id` is the author of the post. */
  'post.seen': { readonly user_id: bigint; readonly post_id: bigint }
  /** The user pinned or unpinned a post. `post_id` is the pinned post; null when no post is pinned. */
  'user.pinned': { readonly user_id: bigint; readonly post_id: bigint | null }
  /** The locations of the user's posts up to and including the named post were deleted. */
  'user.geo_scrubbed': {
    readonly user_id: bigint
    readonly up_to_post_id: bigint
    readonly reason: string
    /** The operator; left out when unknown. */
    readonly actor?: string
  }
  /** In the events of lists, `user_id` is the owner of the list, unless the description of an event says otherwise. */
  'list.created': { readonly user_id: bigint; readonly list_id: bigint; readonly is_private: boolean }
  'list.updated': { readonly user_id: bigint; readonly list_id: bigint; readonly is_private: boolean }
  'list.deleted': { readonly user_id: bigint; readonly list_id: bigint }
  'list.members_added': ListMembers
  /** Members were removed from a list. Before an event `list.deleted`, events of this kind name every member. */
  'list.members_removed': ListMembers
  /** A list became private or public, so the number of lists that these members are in changed. */
  'list.members_recounted': ListMembers
  /** `user_id` is the follower. */
  'list.followed': { readonly user_id: bigint; readonly list_id: bigint; readonly owner_id: bigint }
  'list.unfollowed': { readonly user_id: bigint; readonly list_id: bigint; readonly owner_id: bigint }
  /** `user_id` is the user who pins the list. */
  'list.pinned': { readonly user_id: bigint; readonly list_id: bigint }
  'list.unpinned': { readonly user_id: bigint; readonly list_id: bigint }
  /** A direct message. `user_id` is the sender. `app_id` is the app that sent the message; null when unknown. */
  'message.created': {
    readonly user_id: bigint
    readonly recipient_id: bigint
    readonly message_id: bigint
    readonly app_id: bigint | null
  }
  /**
   * The sender or the recipient deleted a message for themselves. The text is erased when both have deleted the
   * message.
   */
  'message.deleted': { readonly user_id: bigint; readonly message_id: bigint; readonly is_erased: boolean }
  'message.typing': { readonly user_id: bigint; readonly recipient_id: bigint }
  /** `user_id` has read the messages from `recipient_id`, up to and including the named message. */
  'message.read': {
    readonly user_id: bigint
    readonly recipient_id: bigint
    readonly last_read_event_id: bigint
  }
  /** A group conversation has a new message or new members. */
  'group.event_created': {
    readonly user_id: bigint
    readonly group_id: bigint
    readonly event_id: bigint
    readonly app_id: bigint | null
  }
  /**
   * A member of a group conversation deleted a message or another event for themselves. The content is erased when all
   * members have deleted the event.
   */
  'group.event_deleted': {
    readonly user_id: bigint
    readonly group_id: bigint
    readonly event_id: bigint
    readonly is_erased: boolean
  }
  /** A user reported another user, or a post of another user. */
  'user.reported': { readonly user_id: bigint; readonly reported_id: bigint }
  /**
   * Likes and reposts of a deleted post were removed, so the counters of these users changed. The list has 1 to 200 ids
   * as digits.
   */
  'users.recounted': { readonly user_ids: readonly string[] }
  /** An upload is complete and may be shown. */
  'media.uploaded': { readonly user_id: bigint; readonly media_id: bigint }
  /** The alternative text of an upload was written. */
  'media.described': { readonly user_id: bigint; readonly media_id: bigint }
  'app.changed': { readonly app_id: bigint; readonly change: AppChange }
  'console.changed': { readonly account_name: string; readonly change: ConsoleChange }
  'project.changed': { readonly project_id: bigint; readonly change: ProjectChange }
  'token.created': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  'token.revoked': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  /**
   * A grant changed. With a grant, a user allows an app access by OAuth 2.0. Earlier tokens of the grant no longer
   * work.
   */
  'grant.changed': {
    readonly user_id: bigint
    readonly app_id: bigint
    readonly grant_id: bigint
    readonly change: GrantChange
  }
  'webhook.changed': { readonly webhook_id: bigint; readonly app_id: bigint; readonly change: WebhookChange }
  /** The webhook receives events of the user from now on. */
  'webhook.subscribed': { readonly user_id: bigint; readonly app_id: bigint; readonly webhook_id: bigint }
  'webhook.unsubscribed': { readonly user_id: bigint; readonly app_id: bigint; readonly webhook_id: bigint }
  /**
   * A job has started, or has ended (`webhook.replay_ended`). The job delivers the events of a period to the webhook
   * again.
   */
  'webhook.replay_started': { readonly webhook_id: bigint; readonly job_id: bigint }
  'webhook.replay_ended': {
    readonly webhook_id: bigint
    readonly job_id: bigint
    readonly is_complete: boolean
  }
  /**
   * From this position on, a rule of a filtered stream is active (`rule.added`) or no longer active (`rule.deleted`).
   */
  'rule.added': RuleFacts
  'rule.deleted': RuleFacts
  /**
   * A user and app opened a connection to a v1.1 stream. An older connection of the same user, app and product ends.
   */
  'stream.opened': {
    readonly user_id: bigint
    readonly app_id: bigint
    readonly stream_id: bigint
    /** `user` for a user stream; absent for the filtered and sampled streams. */
    readonly product?: 'user'
  }
  /** Streams had skipped a post because of an error, and can send it now. Connected clients receive the post. */
  'post.restreamed': {
    readonly user_id: bigint
    readonly post_id: bigint
    /**
     * The position at which the post was skipped, as digits. Clients that resume from an earlier position receive the
     * post there.
     */
    readonly of_position: string
  }
  /** The compliance stream could not send an event completely, and sends the complete event at this position. */
  'compliance.retold': {
    readonly user_id: bigint
    /** Milliseconds since the Unix epoch. */
    readonly of_at: number
    readonly of: ComplianceFacts
  }
  /**
   * A console account requested a test event. The compliance stream sends the deletion of a post that never existed.
   */
  'compliance.tested': {
    /** New ids that no user and no post has. The user id determines the partition. */
    readonly user_id: bigint
    readonly post_id: bigint
    readonly account_name: string
  }
  /**
   * A retry of failed items was requested. The data may have been repaired in any way, so caches must drop all entries.
   * An empty string stands for all readers or all items.
   */
  'items.retried': { readonly reader: string; readonly item: string }
  /** An import changed many rows. Caches of these rows drop all entries. Webhooks and streams do not send this event. */
  'import.applied': {
    readonly of: 'follows' | 'users' | 'posts' | 'likes' | 'messages' | 'blocks' | 'mutes'
    readonly lines: number
    readonly imported: number
    /**
     * For posts, the smallest and the largest id that the import stored. Ids of other posts may lie between them.
     * Absent if the import has added the posts to the search index, or has marked them for the index.
     */
    readonly first_id?: bigint
    readonly last_id?: bigint
  }
}

export type EventKind = keyof EventFacts

/** The kinds that the compliance stream sends. */
export type ComplianceKind =
  | 'user.state_changed'
  | 'user.geo_scrubbed'
  | 'post.deleted'
  | 'post.edited'
  | 'post.state_changed'
  | 'post.unliked'
  | 'compliance.tested'

/** The kind and the fields of an event that the compliance stream sends. */
export type ComplianceFacts = {
  readonly [Kind in ComplianceKind]: { readonly kind: Kind } & EventFacts[Kind]
}[ComplianceKind]

/** An event as a command appends it. */
export type Event = { readonly [Kind in EventKind]: { readonly kind: Kind } & EventFacts[Kind] }[EventKind]

/** An event as read from the log. */
export type LoggedEvent = Event & {
  /** 1, 2, 3 … without gaps, over all partitions, in the order of commit. */
  readonly position: bigint
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** 1 to 8, computed from the user id of the event. */
  readonly partition: number
}

/**
 * Stands for an event that cannot be read, because its row is corrupt or was written by a newer release. The content is
 * unknown, so readers report only the position.
 */
export interface UnreadableEvent {
  readonly kind: 'unreadable'
  readonly position: bigint
  readonly at: number
  /** 1 to 8; undefined when the column cannot be trusted. */
  readonly partition: number | undefined
  /** The cause, and what to do about it. */
  readonly reason: string
}

/** The events of some kinds. */
export type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>

/**
 * The functions of a reader of events, one for each kind; undefined for a kind that the reader ignores. The compiler
 * reports every table that lacks a new kind.
 */
export type EventTable<Result> = {
  readonly [Kind in EventKind]: ((event: EventOf<Kind>) => Result) | undefined
}

/** Calls the function of the event's kind in a table. Returns undefined when the table has no function for the kind. */
export function readEvent<Result>(table: EventTable<Result>, event: LoggedEvent): Result | undefined {
  // The cast is safe, because the function under a kind takes events of that kind. The compiler cannot infer this
  // relation.
  const read = table[event.kind] as ((event: LoggedEvent) => Result) | undefined
  return read?.(event)
}

/** An event or an unreadable row at a position of the log. */
export type LogEntry = LoggedEvent | UnreadableEvent

/**
 * The effect of each kind of event on rows. `change`: the event shows which rows or kinds of rows changed, so a cache
 * drops only these. `repair`: any rows may have changed, so every cache drops all entries.
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
  'post.bookmarked': 'change',
  'post.unbookmarked': 'change',
  'post.hidden': 'change',
  'post.state_changed': 'change',
  'post.seen': 'change',
  'user.pinned': 'change',
  'user.geo_scrubbed': 'change',
  'list.created': 'change',
  'list.updated': 'change',
  'list.deleted': 'change',
  'list.members_added': 'change',
  'list.members_removed': 'change',
  'list.members_recounted': 'change',
  'list.followed': 'change',
  'list.unfollowed': 'change',
  'list.pinned': 'change',
  'list.unpinned': 'change',
  'message.created': 'change',
  'message.deleted': 'change',
  'message.typing': 'change',
  'message.read': 'change',
  'group.event_created': 'change',
  'group.event_deleted': 'change',
  'user.reported': 'change',
  'users.recounted': 'change',
  'media.uploaded': 'change',
  'media.described': 'change',
  'app.changed': 'change',
  'console.changed': 'change',
  'project.changed': 'change',
  'token.created': 'change',
  'token.revoked': 'change',
  'grant.changed': 'change',
  'webhook.changed': 'change',
  'webhook.subscribed': 'change',
  'webhook.unsubscribed': 'change',
  'webhook.replay_started': 'change',
  'webhook.replay_ended': 'change',
  'rule.added': 'change',
  'rule.deleted': 'change',
  'stream.opened': 'change',
  'post.restreamed': 'change',
  'compliance.retold': 'change',
  'compliance.tested': 'change',
  'items.retried': 'repair',
  'import.applied': 'change',
}
