/**
 * The tables as queries see them. Times (`…_at`) are integer milliseconds since the Unix epoch, booleans are 0 or 1,
 * lists and facts are JSON text.
 *
 * Over the size stop: the compiler needs the tables in one type, and people look for them in one file.
 */

export interface Schema {
  users: UsersTable
  sign_ins: SignInsTable
  /** Owner: domain/accounts. */
  invitations: InvitationsTable
  /** Sign-ups that wait for approval. Owner: domain/accounts. */
  sign_up_requests: SignUpRequestsTable
  /** Links that set a new password. Owner: domain/accounts. */
  password_links: PasswordLinksTable
  /** Reports that members made about users and posts. Owner: domain/reports. */
  reports: ReportsTable
  /** Requests for password links. A request waits until its mail is sent. Owner: domain/accounts. */
  password_requests: PasswordRequestsTable
  /** Mails to people who sign up, which wait to be sent. Owner: domain/accounts. */
  sign_up_mails: SignUpMailsTable
  /** Owner: domain/accounts. */
  hidden_users: { user_id: bigint }
  /** Screen names that users had before, with the time of the change. Owner: domain/accounts. */
  former_names: { user_id: bigint; changed_at: number; screen_name: string }
  /** Changes of state that users made themselves, at most 50 for each user. Owner: domain/moderation. */
  own_changes: { id: bigint; user_id: bigint; at: number; action: string }
  user_counts: UserCountsTable
  followers: FollowersTable
  friends: FriendsTable
  profiles: ProfilesTable
  user_words: UserWordsTable
  follow_requests: FollowRequestsTable
  blocks: BlocksTable
  mutes: MutesTable
  follow_settings: FollowSettingsTable
  lists: ListsTable
  list_members: ListMembersTable
  list_followers: ListFollowersTable
  list_pins: ListPinsTable
  /** Deleted lists whose followers are still stored. Owner: domain/lists. */
  deleted_lists: { list_id: bigint }
  posts: PostsTable
  post_states: PostStatesTable
  post_counts: PostCountsTable
  post_geos: PostGeosTable
  /** Users mentioned in a post, for their timelines. Owner: domain/posts. */
  post_mentions: { user_id: bigint; post_id: bigint }
  likes: LikesTable
  bookmarks: BookmarksTable
  /** Owner: domain/posts. */
  pinned_posts: { user_id: bigint; post_id: bigint }
  short_links: ShortLinksTable
  deleted_posts: DeletedPostsTable
  /** Places that posts may name; `content` is the JSON of a `Place`. Owner: domain/posts. */
  places: { place_id: string; content: string }
  /** Owner: domain/posts. */
  geo_scrubs: { user_id: bigint; up_to_post_id: bigint; scrubbed_at: number }
  /** The index of recent posts. Its queries are SQL text, because the engines differ. Owner: domain/search. */
  post_search: { post_id: bigint; words: string }
  /** Owner: domain/search. */
  post_search_state: { one: number; key_check: number; oldest_id: bigint }
  /** Owner: domain/search. */
  post_search_stale: { post_id: bigint }
  import_notices: ImportNoticesTable
  late_indexes: LateIndexesTable
  compliance_jobs: ComplianceJobsTable
  compliance_pieces: CompliancePiecesTable
  messages: MessagesTable
  /** Users who still have a message, one row per side. Owner: domain/messages. */
  message_copies: { user_id: bigint; message_id: bigint }
  message_settings: MessageSettingsTable
  /** Group conversations. Owner: domain/messages. */
  message_groups: { id: bigint; creator_id: bigint; created_at: number }
  /** Current members of group conversations. Owner: domain/messages. */
  group_members: { group_id: bigint; user_id: bigint }
  group_events: GroupEventsTable
  /** Members who still have an event of a group; `kind` is the kind of the event. Owner: domain/messages. */
  group_copies: { user_id: bigint; event_id: bigint; group_id: bigint; kind: string }
  welcome_messages: WelcomeMessagesTable
  welcome_rules: WelcomeRulesTable
  apps: AppsTable
  app_about: AppAboutTable
  /** Deleted apps whose tokens and grants are still stored. Owner: domain/apps. */
  deleted_apps: { app_id: bigint }
  access_tokens: AccessTokensTable
  request_tokens: RequestTokensTable
  oauth2_clients: OAuth2ClientsTable
  oauth2_codes: OAuth2CodesTable
  oauth2_grants: OAuth2GrantsTable
  sessions: SessionsTable
  rate_windows: RateWindowsTable
  events: EventsTable
  event_log: EventLogTable
  /** Owner: log. */
  consumers: { name: string; position: bigint }
  failed_items: FailedItemsTable
  workers: WorkersTable
  cluster_nodes: ClusterNodesTable
  /** SQLite only: fingerprints of used nonces with a timestamp ahead of the clock. Owner: counters/future-nonces.ts. */
  ahead_nonces: { nonce: bigint; second: number }
  /** Owner: db/write-health.ts. */
  write_probe: { one: number; filler: string }
  imports: ImportsTable
  /** Owner: key-file.ts, domain/server-id.ts. */
  facts: { name: string; value: string }
  /** Owner: domain/console. */
  console_accounts: { account_name: string; created_at: number }
  console_users: ConsoleUsersTable
  console_sessions: ConsoleSessionsTable
  /** One-time links that sign in. Owner: domain/console. */
  console_links: { token_hash: string; console_user_id: bigint; created_at: number; expires_at: number }
  console_passkeys: ConsolePasskeysTable
  audit_log: AuditLogTable
  /** Challenges of passkeys that were answered. Owner: domain/console. */
  console_challenges: { challenge_hash: string; expires_at: number }
  compliance_streams: ComplianceStreamsTable
  media: MediaTable
  media_segments: MediaSegmentsTable
  /**
   * Media shown by posts, messages and users, in order. For a user, `shown_by_id` is the negative user id.
   * Owner: domain/media.
   */
  media_uses: { shown_by_id: bigint; place: number; media_id: bigint }
  /** Folders of the blob store to erase. Owner: domain/media. */
  doomed_media: { folder: string }
  projects: ProjectsTable
  /** Owner: domain/apps. */
  project_apps: { app_id: bigint; project_id: bigint }
  /** Apps removed from Labs. Owner: domain/apps. */
  unenrolled_apps: { app_id: bigint; created_at: number }
  webhooks: WebhooksTable
  /** Environment labels of an app, case-sensitive; an app without rows can use any label. Owner: domain/webhooks. */
  webhook_environments: { app_id: bigint; environment: string; created_at: number }
  /** Owner: domain/webhooks. */
  webhook_subscriptions: { webhook_id: bigint; user_id: bigint; created_at: number }
  webhook_lanes: WebhookLanesTable
  webhook_queue: WebhookQueueTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_replays: WebhookReplaysTable
  rules: RulesTable
  /** Matches of a rule; no row before the first match. Owner: domain/rules. */
  rule_counts: { rule_id: bigint; matched: number; last_matched_at: number }
  usage_days: UsageDaysTable
  /** Posts that API v2 returned to a project (or to an app without a project) on a UTC day. Owner: domain/usage. */
  counted_posts: { day: number; account_id: bigint; post_id: bigint }
  /**
   * Requests of an app in an hour, by family and by the first digit of the status. Hours count from the Unix epoch.
   * Owner: domain/usage.
   */
  request_hours: {
    app_id: bigint
    hour: number
    family: string
    status_class: number
    requests: number
  }
  /** Number of posts sent to an app in an hour. Hours count from the Unix epoch. Owner: domain/usage. */
  post_hours: { app_id: bigint; hour: number; posts: number }
  /** Messages of the compliance stream in an hour. Hours count from the Unix epoch. Owner: domain/compliance. */
  compliance_hours: { hour: number; partition: number; name: string; messages: number }
  /** The position up to which messages are counted, and the time of the first count. Owner: domain/compliance. */
  compliance_counted: { one: number; position: bigint; since: number }
  saved_searches: SavedSearchesTable
}

/** Owner: domain/searches. */
export interface SavedSearchesTable {
  user_id: bigint
  search_id: bigint
  query: string
  created_at: number
}

/** Owner: domain/accounts. */
export interface UsersTable {
  id: bigint
  screen_name: string
  /** `screen_name` in lower case; unique. */
  screen_name_key: string
  name: string
  created_at: number
  is_protected: number
  suspended_at: number | null
  deactivated_at: number | null
  /** JSON array of country codes; `[]` when shown everywhere. */
  withheld_in_countries: string
}

/** Credentials for the HTML pages of Aviary. Owner: domain/accounts. */
export interface SignInsTable {
  user_id: bigint
  email: string
  /** `email` in lower case; unique. */
  email_key: string
  password_hash: string
}

export interface InvitationsTable {
  id: bigint
  token_hash: string
  note: string
  created_by: string
  created_at: number
  expires_at: number
  used_at: number | null
  user_id: bigint | null
}

export interface SignUpRequestsTable {
  id: bigint
  screen_name: string
  /** `screen_name` in lower case; unique. */
  screen_name_key: string
  name: string
  email: string
  password_hash: string
  created_at: number
  /** 1 if the server sends a mail about the decision. */
  gets_mail: number
}

export interface SignUpMailsTable {
  id: bigint
  /** `confirm`, `approved` or `rejected`. */
  kind: string
  email: string
  screen_name: string
  /** JSON of the name and the hash of the password for `confirm`, the reason for `rejected`. */
  details: string
  created_at: number
  due_at: number
  attempts: number
}

export interface PasswordRequestsTable {
  id: bigint
  /** The screen name or e-mail address that was typed, normalized. An account with this name need not exist. */
  login: string
  created_at: number
  due_at: number
  attempts: number
}

export interface PasswordLinksTable {
  token_hash: string
  user_id: bigint
  created_at: number
  expires_at: number
}

export interface ReportsTable {
  /** Ids grow with time, so they sort the reports by time. */
  id: bigint
  reporter_id: bigint
  /** The reported user, or the author of the reported post. */
  user_id: bigint
  /** First version of the reported post; null for a report of a user. */
  post_id: bigint | null
  /** One of `REPORT_REASONS`. */
  reason: string
  /** Text that the reporter wrote; may be empty. */
  comment: string
  created_at: number
  /** Null while the report is open. */
  closed_at: number | null
  /** The operator who closed the report, as named in the audit log. */
  closed_by: string | null
  /** Note that the operator wrote when closing the report. */
  note: string
}

/** Owner: domain/accounts; updated by the commands that change the counted rows. */
export interface UserCountsTable {
  user_id: bigint
  followers_count: number
  friends_count: number
  /** Number of existing posts, including reposts and replies. An edited post counts once. */
  statuses_count: number
  /** Number of posts that the user likes. */
  favourites_count: number
  /** Number of public lists that have the user as a member. */
  memberships_count: number
}

/** A follow, by the followed user. Pages of followers are sorted by falling position. Owner: domain/graph. */
export interface FollowersTable {
  followee_id: bigint
  position: bigint
  follower_id: bigint
}

/** The same follow, by the follower; `(follower_id, followee_id)` is unique. Owner: domain/graph. */
export interface FriendsTable {
  follower_id: bigint
  position: bigint
  followee_id: bigint
}

/** Profile fields. A user without a row has never set a profile field. Owner: domain/accounts. */
export interface ProfilesTable {
  user_id: bigint
  location: string
  description: string
  /** JSON array of the links in `description`, in order: `{url, expanded_url}`. */
  description_urls: string
  /** Short link of the profile and the URL that it leads to; both are empty if the profile has no link. */
  url: string
  expanded_url: string
  /** URL of the picture in its `_normal.` size; empty for the default picture. */
  image_url: string
  banner_url: string
  is_verified: number
  /** `blue`, `business` or `government`; empty when the type is unknown. */
  verified_type: string
  listed_count: number
  /** JSON object of other v1.1 user fields whose values differ from the defaults. */
  appearance: string
}

/** A word of a user's screen name or name, in lower case. Owner: domain/accounts. */
export interface UserWordsTable {
  word: string
  user_id: bigint
}

/** Requests to follow a protected user; `(requester_id, target_id)` is unique. Owner: domain/graph. */
export interface FollowRequestsTable {
  target_id: bigint
  position: bigint
  requester_id: bigint
}

/** `(user_id, blocked_id)` is unique. Owner: domain/graph. */
export interface BlocksTable {
  user_id: bigint
  position: bigint
  blocked_id: bigint
}

/** `(user_id, muted_id)` is unique. Owner: domain/graph. */
export interface MutesTable {
  user_id: bigint
  position: bigint
  muted_id: bigint
}

/**
 * Settings of a follow edge. An edge without a row has retweets on and notifications off. Deleted with the edge.
 * Owner: domain/graph.
 */
export interface FollowSettingsTable {
  follower_id: bigint
  followee_id: bigint
  wants_retweets: number
  wants_notifications: number
}

/** Owner: domain/lists. */
export interface ListsTable {
  id: bigint
  owner_id: bigint
  /** Name of the list in URLs, in lower case; unique for the owner. */
  slug: string
  name: string
  description: string
  is_private: number
  created_at: number
  member_count: number
  follower_count: number
}

/** `(list_id, user_id)` is unique. Owner: domain/lists. */
export interface ListMembersTable {
  list_id: bigint
  position: bigint
  user_id: bigint
  /** Copy of `is_private` of the list, so that pages of the lists of a user need no join. */
  is_private: number
}

/** `(list_id, user_id)` is unique. Owner: domain/lists. */
export interface ListFollowersTable {
  list_id: bigint
  position: bigint
  user_id: bigint
}

/** `(list_id, user_id)` is unique. Owner: domain/lists. */
export interface ListPinsTable {
  user_id: bigint
  position: bigint
  list_id: bigint
}

/** Owner: domain/posts. */
export interface PostsTable {
  id: bigint
  author_id: bigint
  created_at: number
  /**
   * First version of the post. A post that was never edited, and the first version of an edited post, have their own id
   * here.
   */
  initial_id: bigint
  in_reply_to_post_id: bigint | null
  in_reply_to_user_id: bigint | null
  /** The version of the quoted post that the author quoted. */
  quoted_id: bigint | null
  /** First version of the reposted post; responses show the newest version. */
  reposted_id: bigint | null
  /** The post that began the conversation; its own id without a conversation. */
  conversation_id: bigint
  /**
   * Hash of the text, to find duplicates; `*` when duplicates of the post are allowed; empty for imported
   * posts.
   */
  text_key: string
  /** JSON: a `PostContent` of domain/posts/content.ts. */
  content: string
  /** CRC-32 of the other columns; see domain/posts/checksum.ts. */
  checksum: number
}

/**
 * Mutable state of a post, keyed by the id of its first version. A post without a row is unchanged.
 * Owner: domain/posts.
 */
export interface PostStatesTable {
  /** The first version. */
  post_id: bigint
  /** The newest version. */
  latest_id: bigint
  /** Time at which the operator dropped the post; null while the post is shown. */
  dropped_at: number | null
  /** Time at which the author of the conversation hid this reply; null while the reply is shown. */
  hidden_at: number | null
  /** JSON array of country codes. */
  withheld_in_countries: string
}

/** Keyed by the first version of a post. Owner: domain/posts. */
export interface PostCountsTable {
  post_id: bigint
  retweet_count: number
  reply_count: number
  like_count: number
  /** Number of accounts that quote the post. */
  quote_count: number
  impression_count: number
  url_link_clicks: number
  user_profile_clicks: number
  bookmark_count: number
}

/** Location of a post. Owner: domain/posts. */
export interface PostGeosTable {
  /** The author. */
  user_id: bigint
  post_id: bigint
  /** JSON: a `PostGeo` of domain/posts/content.ts. */
  geo: string
}

/**
 * A pair of user and post is unique. The row has the id of the first version of the post. The position contains the
 * time. Owner: domain/posts.
 */
export interface LikesTable {
  user_id: bigint
  position: bigint
  post_id: bigint
}

/** The same columns as {@link LikesTable}; only the user can see the bookmarks. Owner: domain/posts. */
export interface BookmarksTable {
  user_id: bigint
  position: bigint
  post_id: bigint
}

/** Target of a short link. Owner: domain/posts. */
export interface ShortLinksTable {
  slug: string
  expanded_url: string
  /** Post whose deletion also deletes the link. */
  post_id: bigint
}

/** Owner: domain/compliance. */
export interface ComplianceJobsTable {
  id: bigint
  app_id: bigint
  /** `tweets` or `users`. */
  kind: string
  name: string
  is_resumable: number
  /** `created`, `in_progress`, `complete` or `failed`. A job without an upload expires. */
  status: string
  /** Suffix of its upload and download URLs. */
  address_key: string
  created_at: number
}

/** Owner: domain/compliance. */
export interface CompliancePiecesTable {
  job_id: bigint
  /** Order within the upload. Pieces of a repeated upload have larger numbers. */
  place: number
  /** JSON array of ids as digits; emptied after the ids were looked up. */
  ids: string
  /** Lines of the result; null before the ids were looked up. */
  found: string | null
}

/** Record of a deleted post. Owner: domain/posts. */
export interface DeletedPostsTable {
  post_id: bigint
  author_id: bigint
  deleted_at: number
  /** `deleted`, or the reason that the operator gave. */
  reason: string
  /** 0 while likes, reposts or bookmarks of the post still have to be deleted. */
  is_swept: number
}

/** A notice in a recording about a post or user that Aviary does not have yet. Owner: domain/notices. */
export interface ImportNoticesTable {
  /** The post or user. */
  subject_id: bigint
  /** A `RememberedKind` of domain/notices/remembered-notices.ts. */
  kind: string
  /** The author that the notice names; 0 if the notice names no author, as in notices about users. */
  author_id: bigint
  /** Country codes as JSON, or the id of the newest post whose location is removed; empty for other kinds. */
  value: string
  noticed_at: number
}

/** Indexes that an import has dropped and will build at its end. Owner: db/late-indexes.ts. */
export interface LateIndexesTable {
  name: string
  /** The statement that creates the index. */
  definition: string
}

/** A direct message. Owner: domain/messages. */
export interface MessagesTable {
  id: bigint
  sender_id: bigint
  recipient_id: bigint
  /** App that sent the message; null when unknown. */
  app_id: bigint | null
  /** JSON: a `MessageContent` of domain/messages/content.ts; empty after both sides have deleted the message. */
  content: string
  /** Time at which the second side deleted the message. */
  erased_at: number | null
  /** Time of sending; null when the id contains it. */
  sent_at: number | null
  /** CRC-32 of the other columns; see domain/messages/record.ts. */
  checksum: number
}

/** An event of a group conversation. Owner: domain/messages. */
export interface GroupEventsTable {
  id: bigint
  group_id: bigint
  /** `message` or `join`. */
  kind: string
  sender_id: bigint
  /** App that sent the message; null when unknown. */
  app_id: bigint | null
  /** JSON: a `MessageContent`, or the ids of users who joined; empty when no member has the event any more. */
  content: string
  /** Time at which the last member deleted the event. */
  erased_at: number | null
  /** Time of sending; null when the id contains it. */
  sent_at: number | null
  /** CRC-32 of the other columns; see domain/messages/conversations/group-record.ts. */
  checksum: number
}

/** Message settings. A user without a row has the defaults. Owner: domain/messages. */
export interface MessageSettingsTable {
  user_id: bigint
  accepts_anyone: number
}

/** Owner: domain/messages. */
export interface WelcomeMessagesTable {
  id: bigint
  user_id: bigint
  app_id: bigint
  name: string | null
  /** JSON: a `MessageContent` of domain/messages/content.ts. */
  content: string
}

/** Welcome message shown to new correspondents; one per user. Owner: domain/messages. */
export interface WelcomeRulesTable {
  id: bigint
  user_id: bigint
  welcome_message_id: bigint
}

/** Owner: domain/apps. */
export interface AppsTable {
  id: bigint
  owner_id: bigint
  name: string
  permissions: string
  callback_urls: string
  consumer_key: string
  /** Sealed; see lib/vault.ts. */
  consumer_secret: string
  /** Number of rotations of the bearer token. The token is derived from this number. */
  bearer_generation: number
  bearer_hash: string | null
  created_at: number
  suspended_at: number | null
  may_read_email: number
  /** Home page as entered; empty when not set. */
  url: string
  description: string
  level: string
  /** Time of deletion. The row stays, without keys, because webhooks, rules and usage refer to it. */
  deleted_at: number | null
}

/** Public facts about an app. An app without a row has no facts, and Sign in is enabled for it. Owner: domain/apps. */
export interface AppAboutTable {
  app_id: bigint
  /** Absolute URL. All texts of this table are empty when not set. */
  terms_url: string
  privacy_url: string
  organisation: string
  organisation_url: string
  allows_sign_in: number
}

/** Owner: domain/apps. */
export interface AccessTokensTable {
  token: string
  app_id: bigint
  user_id: bigint
  /** Sealed; see lib/vault.ts. */
  secret: string
  permissions: string
  created_at: number
  revoked_at: number | null
}

/** Owner: domain/apps. */
export interface RequestTokensTable {
  token: string
  app_id: bigint
  /** Sealed; see lib/vault.ts. */
  secret: string
  callback: string
  permissions: string
  expires_at: number
  /** User who approved the token. */
  user_id: bigint | null
  verifier_hash: string | null
  wrong_tries: number
}

/** Owner: domain/apps. */
export interface OAuth2ClientsTable {
  app_id: bigint
  client_id: string
  /** `public` or `confidential`. */
  type: string
  /** Hash of the secret of a confidential client. */
  credential_hash: string | null
  created_at: number
}

/** Owner: domain/apps. */
export interface OAuth2CodesTable {
  code_hash: string
  app_id: bigint
  user_id: bigint
  redirect_uri: string
  /** Names of scopes, separated by spaces. */
  scope: string
  challenge: string
  /** `S256` or `plain`. */
  challenge_method: string
  expires_at: number
  /** Number of failed exchanges of the code. */
  tries: number
  /** Grant that the exchange of the code created. */
  grant_id: bigint | null
}

/** Valid grants; a revoked grant is deleted. Owner: domain/apps. */
export interface OAuth2GrantsTable {
  id: bigint
  app_id: bigint
  user_id: bigint
  scope: string
  access_hash: string
  /** Scopes of the current access token: all or some of `scope`. */
  access_scope: string
  access_expires_at: number
  /** Null if the scope has no `offline.access`. */
  refresh_hash: string | null
  created_at: number
  /** End of the refresh token, or of the access token if there is no refresh token. */
  expires_at: number
}

/** A sign-in on the HTML pages of Aviary. Owner: domain/accounts. */
export interface SessionsTable {
  id_hash: string
  user_id: bigint
  expires_at: number
}

/** Owner: counters. */
export interface RateWindowsTable {
  key: string
  started_at: number
  length_s: number
  used: number
}

/** Owner: log. */
export interface EventsTable {
  position: bigint
  at: number
  kind: string
  user_id: bigint | null
  post_id: bigint | null
  /** 1 to 8. */
  partition: number
  facts: string
  /** CRC-32 of the other columns; see log/record.ts. */
  checksum: number
}

/** Owner: log. */
export interface FailedItemsTable {
  reader: string
  /** Kind and id, such as `event 12` or `post 34`. */
  item: string
  /** JSON data that a retry needs and that no other table has; usually empty. */
  detail: string
  first_at: number
  last_at: number
  attempts: number
  error: string
  /** 1 when a retry was requested. */
  is_asked: number
}

/**
 * One row (`one` is 1) with the last assigned position. The lock of this row orders appends on PostgreSQL. Owner: log.
 */
export interface EventLogTable {
  one: number
  head: bigint
  /** Events up to this position have been trimmed. */
  trimmed: bigint
}

/** Owner: db/workers.ts. */
export interface WorkersTable {
  worker: number
  holder: string
  role: string
  /** Milliseconds since the Unix epoch. After this time another process may take the number. */
  leased_until: number
}

/** A server process; see cluster/cluster.ts. Owner: cluster. */
export interface ClusterNodesTable {
  id: string
  name: string
  started_at: number
  seen_at: number
  /** JSON of a ServerAddress; empty before the node has joined. */
  address: string
  /** Roles of the node, written by `roleNames`. */
  roles: string
  /** The version of the program; empty for a node of an earlier version. */
  version: string
  /** Load of the node, written by `loadText`; empty for a node of an earlier version. */
  load: string
}

/** An import that began and has not ended. Owner: importers. */
export interface ImportsTable {
  /** SHA-256 of the file, prefixed by the kind of import. */
  fingerprint: string
  /** Lines processed. */
  lines: number
  imported: number
  skipped: number
  rejected: number
  /** JSON: repairs and omissions by kind (importers/repairs.ts). */
  repairs: string
  updated_at: number
  /** JSON: state of an import of several files (importers/import-state.ts); empty for other imports. */
  state: string
}

/** Owner: domain/console. */
export interface ConsoleUsersTable {
  id: bigint
  account_name: string
  email: string
  /** `email` in lower case; unique over all accounts. */
  email_key: string
  /** Empty for a user without a password. */
  password_hash: string
  role: string
  created_at: number
  /** The network user whose apps this console user manages. */
  user_id: bigint | null
  is_operator: number
}

/** Actions of operators. Owner: domain/audit. */
export interface AuditLogTable {
  /** Ids grow with time, so they sort the actions by time. */
  id: bigint
  at: number
  /** E-mail address of a console user, or another name of `Operator`. */
  actor: string
  action: string
  subject_kind: string
  /** Id of the subject, as text. */
  subject_key: string
  /** Name of the subject at the time of the action, for people who read the log; may be empty. */
  subject_name: string
  reason: string
  /** JSON object. */
  details: string
}

/** Owner: domain/console. */
export interface ConsolePasskeysTable {
  /** In base64url. */
  credential_id: string
  console_user_id: bigint
  /** COSE key in base64url. */
  public_key: string
  /** The signature counter of the authenticator at its last use. */
  counter: number
  /** JSON list of texts. */
  transports: string
  name: string
  created_at: number
  used_at: number | null
  /** Host of the console for which the passkey was made. Null for a passkey of an earlier version until it is used. */
  host: string | null
}

/** Sessions of the console. Owner: domain/console. */
export interface ConsoleSessionsTable {
  id_hash: string
  console_user_id: bigint
  created_at: number
  /** Time of the last use. It may be a few minutes too early, because not every request updates this column. */
  seen_at: number
  expires_at: number
  /** Header `user-agent` of the sign-in, shortened. */
  browser: string
  /** Address of the client that signed in. */
  address: string
}

/** `(account_name, publisher, label)` is unique. Owner: domain/console. */
export interface ComplianceStreamsTable {
  account_name: string
  publisher: string
  label: string
  created_at: number
}

/** Owner: domain/apps. */
export interface ProjectsTable {
  id: bigint
  owner_id: bigint
  name: string
  created_at: number
  /** Empty when not set, like the description. */
  use_case: string
  description: string
}

/** An upload; its row exists from the start of the upload. Owner: domain/media. */
export interface MediaTable {
  id: bigint
  owner_id: bigint
  /** Folder of the blob store, and the unguessable part of its public URLs. */
  folder: string
  /** `tweet_image` and similar; empty when the client sent no category. */
  category: string
  /** `open` while incomplete; then `ready` or `failed`. */
  state: string
  /** 1 when several messages may show the media. */
  is_shared: number
  /** JSON array of ids, as text, of further users who may show the media. */
  additional_owners: string
  /** Size announced by the client; for a `ready` upload, the stored size. */
  total_bytes: number
  /**
   * JSON: a `MediaFacts` of domain/media/facts.ts for a `ready` upload, a `MediaFailure` for a `failed` upload, and
   * `{}` for an `open` upload.
   */
  facts: string
  alt_text: string
  /** Number of posts, messages and profiles that show the media. */
  uses: number
  /** `post`, `message` or `profile` after the first use; empty before. */
  used_in: string
  created_at: number
  /** Time at which the upload is deleted if no post, message or profile shows the upload. */
  expires_at: number
  /** JSON array of `Subtitles` of domain/media/subtitles.ts. */
  subtitles: string
}

/** A received segment of an open upload. Owner: domain/media. */
export interface MediaSegmentsTable {
  media_id: bigint
  segment_index: number
  /** Name of the blob, in the folder of the segments. */
  name: string
  bytes: number
}

/** Owner: domain/webhooks. */
export interface WebhooksTable {
  id: bigint
  app_id: bigint
  /** Label of the environment; empty for the enterprise API. */
  environment: string
  url: string
  /** Origin of this server in the request that registered the webhook; URLs in deliveries begin with this origin. */
  origin: string
  is_valid: number
  created_at: number
  /** Time of the next CRC challenge. */
  challenge_due_at: number
  /** Time of removal of the webhook. Rows that refer to it are deleted in batches afterwards. */
  removed_at: number | null
}

/**
 * A lane is an ordered queue: the events of a subscription, or the events of one replay of a subscription. The row
 * exists while deliveries are pending. Owner: domain/webhooks.
 */
export interface WebhookLanesTable {
  webhook_id: bigint
  /** 0 in the lane that reports the end of a replay. */
  user_id: bigint
  /** Id of the replay; 0 for live events. */
  job_id: bigint
  /** Number of rows of the queue in this lane. */
  pending: number
  /** Time at which the first row of the lane may be tried. */
  due_at: number
}

/** Owner: domain/webhooks. */
export interface WebhookQueueTable {
  webhook_id: bigint
  user_id: bigint
  job_id: bigint
  /** Position of the event in the log. */
  position: bigint
  /** Number of failed attempts. */
  attempts: number
  queued_at: number
}

/** Finished deliveries. Owner: domain/webhooks. */
export interface WebhookDeliveriesTable {
  webhook_id: bigint
  user_id: bigint
  job_id: bigint
  position: bigint
  /** An `Outcome` of domain/webhooks/delivery-results.ts. */
  outcome: string
  attempts: number
  settled_at: number
  took_ms: number
  /** Status of the last response; null if there was no response. */
  status: number | null
  request_bytes: number
  /** Beginning of the last response, or the error; empty after a success. */
  response: string
}

/** Attempts that failed. Owner: domain/webhooks. */
export interface WebhookAttemptsTable {
  webhook_id: bigint
  user_id: bigint
  job_id: bigint
  position: bigint
  made_at: number
  outcome: string
  took_ms: number
  status: number | null
  request_bytes: number
  response: string
}

/** Owner: domain/webhooks. */
export interface WebhookReplaysTable {
  id: bigint
  webhook_id: bigint
  /** Range of event times: from `from_at`, before `to_at`. */
  from_at: number
  to_at: number
  /** Events up to this position have been queued. */
  position: bigint
  state: string
  created_at: number
  ended_at: number | null
}

/** `(app_id, product, value)` is unique. Owner: domain/rules. */
export interface RulesTable {
  id: bigint
  app_id: bigint
  /** A `RuleProduct` of domain/rules/rule.ts. */
  product: string
  /** Without surrounding spaces. */
  value: string
  tag: string | null
  created_at: number
}

/** Number of posts sent to an app on a day. Owner: domain/usage. */
export interface UsageDaysTable {
  app_id: bigint
  /** The project of the app on that day; 0 without a project. */
  project_id: bigint
  /** A `UsageProduct` of domain/usage/usage.ts. */
  product: string
  /** Days since the Unix epoch, UTC. */
  day: number
  posts: number
}

type BigintColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: bigint extends Schema[Table][Column] ? Column : never
  }[keyof Schema[Table]]
}[keyof Schema]

/**
 * Columns with 64-bit values. They are `bigint`, and every other integer column is a `number`. In query results the
 * type follows from the column name alone, on both engines. So an expression over such a column must have one of these
 * names. The compiler checks this list against the tables.
 */
const INT64: Record<BigintColumn, true> = {
  rule_id: true,
  id: true,
  user_id: true,
  owner_id: true,
  app_id: true,
  account_id: true,
  post_id: true,
  position: true,
  follower_id: true,
  followee_id: true,
  head: true,
  trimmed: true,
  project_id: true,
  target_id: true,
  requester_id: true,
  blocked_id: true,
  muted_id: true,
  list_id: true,
  webhook_id: true,
  job_id: true,
  sender_id: true,
  recipient_id: true,
  message_id: true,
  welcome_message_id: true,
  media_id: true,
  grant_id: true,
  shown_by_id: true,
  author_id: true,
  initial_id: true,
  latest_id: true,
  in_reply_to_post_id: true,
  in_reply_to_user_id: true,
  quoted_id: true,
  reposted_id: true,
  conversation_id: true,
  oldest_id: true,
  up_to_post_id: true,
  nonce: true,
  creator_id: true,
  reporter_id: true,
  group_id: true,
  event_id: true,
  search_id: true,
  subject_id: true,
  console_user_id: true,
}

/** Compile-time check that no table uses one of these names for a number. */
type PlainNumberColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: number extends Schema[Table][Column] ? Column : never
  }[keyof Schema[Table]]
}[keyof Schema]
const NO_NAME_IS_BOTH: [Extract<PlainNumberColumn, BigintColumn>] extends [never] ? true : never = true
void NO_NAME_IS_BOTH

/** Names of columns that only results have, for expressions over 64-bit columns. */
const INT64_RESULTS = ['newest_position', 'oldest_position'] as const

export const INT64_COLUMNS: ReadonlySet<string> = new Set([...Object.keys(INT64), ...INT64_RESULTS])
