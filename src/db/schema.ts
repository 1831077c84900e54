/**
 * The tables as the queries see them. Times (`…_at`) are integer milliseconds since the Unix epoch, switches
 * are 0 or 1, lists and facts are JSON text.
 *
 * Over the size stop: the compiler needs the tables in one type, and people in one place.
 */

export interface Schema {
  users: UsersTable
  sign_ins: SignInsTable
  /** Owner: domain/accounts. */
  hidden_users: { user_id: bigint }
  user_counts: UserCountsTable
  followers: FollowersTable
  friends: FriendsTable
  profiles: ProfilesTable
  user_words: UserWordsTable
  follow_requests: FollowRequestsTable
  blocks: BlocksTable
  mutes: MutesTable
  follow_settings: FollowSettingsTable
  posts: PostsTable
  post_states: PostStatesTable
  post_counts: PostCountsTable
  post_geos: PostGeosTable
  /** Whom a post mentions, for its timeline. Owner: domain/posts. */
  post_mentions: { user_id: bigint; post_id: bigint }
  likes: LikesTable
  /** Owner: domain/posts. */
  pinned_posts: { user_id: bigint; post_id: bigint }
  short_links: ShortLinksTable
  deleted_posts: DeletedPostsTable
  /** Places that posts may be written at; `content` is the JSON of a `Place`. Owner: domain/posts. */
  places: { place_id: string; content: string }
  /** Owner: domain/posts. */
  geo_scrubs: { user_id: bigint; up_to_post_id: bigint; scrubbed_at: number }
  /** The index of recent posts, different on each engine and written as text. Owner: domain/search. */
  post_search: { post_id: bigint; words: string }
  /** Owner: domain/search. */
  post_search_state: { one: number; key_check: number; oldest_id: bigint }
  /** Owner: domain/search. */
  post_search_stale: { post_id: bigint }
  compliance_jobs: ComplianceJobsTable
  compliance_pieces: CompliancePiecesTable
  messages: MessagesTable
  /** Who still has a message, each side a row. Owner: domain/messages. */
  message_copies: { user_id: bigint; message_id: bigint }
  message_settings: MessageSettingsTable
  welcome_messages: WelcomeMessagesTable
  welcome_rules: WelcomeRulesTable
  apps: AppsTable
  access_tokens: AccessTokensTable
  request_tokens: RequestTokensTable
  sessions: SessionsTable
  rate_windows: RateWindowsTable
  events: EventsTable
  event_log: EventLogTable
  /** Owner: log. */
  consumers: { name: string; position: bigint }
  failed_items: FailedItemsTable
  workers: WorkersTable
  servers: ServersTable
  /** SQLite only: used nonces that were stamped ahead of the clock, by their fingerprints. Owner: counters/ahead-nonces.ts. */
  ahead_nonces: { nonce: bigint; second: number }
  /** Owner: db/write-health.ts. */
  write_probe: { one: number; filler: string }
  imports: ImportsTable
  /** Owner: key-file.ts, domain/server-id.ts. */
  facts: { name: string; value: string }
  /** Owner: domain/console. */
  console_accounts: { account_name: string; created_at: number }
  console_users: ConsoleUsersTable
  compliance_streams: ComplianceStreamsTable
  media: MediaTable
  media_segments: MediaSegmentsTable
  /** Which posts and messages show what, in order. Owner: domain/media. */
  media_uses: { shown_by_id: bigint; place: number; media_id: bigint }
  /** Folders of the byte store that are to be erased. Owner: domain/media. */
  doomed_media: { folder: string }
  projects: ProjectsTable
  /** Owner: domain/apps. */
  project_apps: { app_id: bigint; project_id: bigint }
  /** Apps out of Labs. Owner: domain/apps. */
  unenrolled_apps: { app_id: bigint; created_at: number }
  webhooks: WebhooksTable
  /** The labels that an app may use, once it has any; case matters. Owner: domain/webhooks. */
  webhook_environments: { app_id: bigint; environment: string; created_at: number }
  /** Owner: domain/webhooks. */
  webhook_subscriptions: { webhook_id: bigint; user_id: bigint; created_at: number }
  webhook_lanes: WebhookLanesTable
  webhook_queue: WebhookQueueTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_replays: WebhookReplaysTable
  rules: RulesTable
  /** What a rule has matched; no row before it has. Owner: domain/rules. */
  rule_counts: { rule_id: bigint; matched: number; last_matched_at: number }
  usage_days: UsageDaysTable
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
  /** JSON array of country codes, `[]` when shown everywhere. */
  withheld_in_countries: string
}

/** How a user signs in on Aviary's own pages. Owner: domain/accounts. */
export interface SignInsTable {
  user_id: bigint
  email: string
  /** `email` in lower case; unique. */
  email_key: string
  password_hash: string
}

/** Owner: domain/accounts; counted up and down by the verbs that change what is counted. */
export interface UserCountsTable {
  user_id: bigint
  followers_count: number
  friends_count: number
  /** Posts that there are, reposts and replies too; of an edited one its first version only. */
  statuses_count: number
  /** Posts that the user likes. */
  favourites_count: number
}

/** An edge as its target pages it: newest position first. Owner: domain/graph. */
export interface FollowersTable {
  followee_id: bigint
  position: bigint
  follower_id: bigint
}

/** The same edge as its source pages it; `(follower_id, followee_id)` is unique. Owner: domain/graph. */
export interface FriendsTable {
  follower_id: bigint
  position: bigint
  followee_id: bigint
}

/** What a user tells of itself; no row when nothing was ever set. Owner: domain/accounts. */
export interface ProfilesTable {
  user_id: bigint
  location: string
  description: string
  /** JSON array of the links in `description`, in order: `{url, expanded_url}`. */
  description_urls: string
  /** The short link that stands on the profile, and where it leads; both empty without one. */
  url: string
  expanded_url: string
  /** Of the picture in its `_normal.` size; empty for the default one. */
  image_url: string
  banner_url: string
  is_verified: number
  listed_count: number
  /** JSON object of the other fields of the v1.1 user object that differ from their defaults, as they are shown. */
  appearance: string
}

/** A word of a user's screen name or name, in lower case. Owner: domain/accounts. */
export interface UserWordsTable {
  word: string
  user_id: bigint
}

/** Who wants to follow a protected user; `(requester_id, target_id)` is unique. Owner: domain/graph. */
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

/** What a follower wants; no row: retweets and no notifications. Goes with the edge. Owner: domain/graph. */
export interface FollowSettingsTable {
  follower_id: bigint
  followee_id: bigint
  wants_retweets: number
  wants_notifications: number
}

/** Owner: domain/posts. */
export interface PostsTable {
  id: bigint
  author_id: bigint
  created_at: number
  /** The first version of the post: its own id when it was never edited, and of the first version itself. */
  initial_id: bigint
  in_reply_to_post_id: bigint | null
  in_reply_to_user_id: bigint | null
  /** The very version that is quoted. */
  quoted_id: bigint | null
  /** The first version of what is reposted; its newest is shown. */
  reposted_id: bigint | null
  /** The post that began the conversation; its own id outside of one. */
  conversation_id: bigint
  /** Equal for texts that are duplicates of each other: a hash, or empty when that does not matter. */
  text_key: string
  /** JSON: a `PostContent` of domain/posts/content.ts. */
  content: string
  /** CRC-32 of the other columns; see domain/posts/checksum.ts. */
  checksum: number
}

/** What may change about a post, of its first version for all; no row: nothing did. Owner: domain/posts. */
export interface PostStatesTable {
  /** The first version. */
  post_id: bigint
  /** The newest version. */
  latest_id: bigint
  /** Taken from sight by the operator, until it is shown again. */
  dropped_at: number | null
  /** Hidden among the replies by who began the conversation. */
  hidden_at: number | null
  /** JSON array of country codes. */
  withheld_in_countries: string
}

/** Of the first version of a post. Owner: domain/posts. */
export interface PostCountsTable {
  post_id: bigint
  retweet_count: number
  reply_count: number
  like_count: number
  /** Accounts that quote the post, each once. */
  quote_count: number
  impression_count: number
  url_link_clicks: number
  user_profile_clicks: number
}

/** Where a post was written. Owner: domain/posts. */
export interface PostGeosTable {
  /** The author. */
  user_id: bigint
  post_id: bigint
  /** JSON: a `PostGeo` of domain/posts/content.ts. */
  geo: string
}

/** A pair is unique; the post is its first version. The position tells when. Owner: domain/posts. */
export interface LikesTable {
  user_id: bigint
  position: bigint
  post_id: bigint
}

/** Where a link in a text leads. Owner: domain/posts. */
export interface ShortLinksTable {
  slug: string
  expanded_url: string
  /** The post whose deletion erases it. */
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
  /** `created`, `in_progress`, `complete` or `failed`; a job that nothing was uploaded to in time has expired. */
  status: string
  /** What the addresses of its upload and download end in. */
  address_key: string
  created_at: number
}

/** Owner: domain/compliance. */
export interface CompliancePiecesTable {
  job_id: bigint
  /** In the order of the upload, from a number on that is larger for each upload of the job. */
  place: number
  /** JSON array of ids as digits; emptied when they were looked up. */
  ids: string
  /** Lines of the result; null until they were looked up. */
  found: string | null
}

/** What is left of a deleted post. Owner: domain/posts. */
export interface DeletedPostsTable {
  post_id: bigint
  author_id: bigint
  deleted_at: number
  /** `deleted`, or what the operator gave. */
  reason: string
  /** 0 while likes or reposts of it are left. */
  is_swept: number
}

/** A direct message; the time is in its id. Owner: domain/messages. */
export interface MessagesTable {
  id: bigint
  sender_id: bigint
  recipient_id: bigint
  /** What it was sent with, if that is known. */
  app_id: bigint | null
  /** JSON: a `MessageContent` of domain/messages/content.ts; empty when both sides have deleted it. */
  content: string
  /** When that was. */
  erased_at: number | null
  /** CRC-32 of the other columns; see domain/messages/record.ts. */
  checksum: number
}

/** What a user wants of messages; no row: only those who may write anyway. Owner: domain/messages. */
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

/** What a user shows to whoever begins to write; one a user. Owner: domain/messages. */
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
  /** How often the bearer token was made anew; the token derives from it. */
  bearer_generation: number
  bearer_hash: string | null
  created_at: number
  suspended_at: number | null
  may_read_email: number
  /** Of its home page, as it was given; empty when none was. */
  url: string
  description: string
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
  /** Who approved. */
  user_id: bigint | null
  verifier_hash: string | null
  wrong_tries: number
}

/** A user signed in on Aviary's own pages. Owner: domain/accounts. */
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
  /** By its kind and id, such as `event 12` or `post 34`. */
  item: string
  /** JSON of what a retry needs and no other table has; mostly empty. */
  detail: string
  first_at: number
  last_at: number
  attempts: number
  error: string
  /** Whether it is to be tried again. */
  is_asked: number
}

/** One row (`one` is 1): the last position given. Its row lock is what orders appends on PostgreSQL. Owner: log. */
export interface EventLogTable {
  one: number
  head: bigint
  /** Events up to here have been trimmed. */
  trimmed: bigint
}

/** Owner: db/workers.ts. */
export interface WorkersTable {
  worker: number
  holder: string
  role: string
  /** Milliseconds since the Unix epoch; free to take after this. */
  leased_until: number
}

/** Where a server is reached while its lease in `workers` lives. Owner: db. */
export interface ServersTable {
  /** That of its lease. */
  holder: string
  started_at: number
  /** JSON of a ServerAddress; see servers.ts. */
  place: string
}

/** An import that has begun and not ended. Owner: importers. */
export interface ImportsTable {
  /** SHA-256 of the file, with the kind of import before it. */
  fingerprint: string
  /** Lines dealt with. */
  lines: number
  imported: number
  skipped: number
  rejected: number
  /** JSON: what was repaired or left out, by kind (importers/repairs.ts). */
  repairs: string
  updated_at: number
}

/** Owner: domain/console. */
export interface ConsoleUsersTable {
  id: bigint
  account_name: string
  email: string
  /** `email` in lower case; unique over all accounts. */
  email_key: string
  password_hash: string
  role: string
  created_at: number
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
}

/** An upload, from its beginning on. Owner: domain/media. */
export interface MediaTable {
  id: bigint
  owner_id: bigint
  /** Of the byte store, and the part of its public URLs that nobody can guess. */
  folder: string
  /** `tweet_image` and its kin; empty when the client gave none. */
  category: string
  /** `open` until it is whole; then `ready`, or `failed`. */
  state: string
  /** Whether several messages may show it. */
  is_shared: number
  /** JSON array of the ids, as text, of users who may show it as well. */
  additional_owners: string
  /** As announced; of a ready one, as it is stored. */
  total_bytes: number
  /** JSON: a `MediaFacts` of domain/media/facts.ts when ready, a `MediaFailure` when failed; `{}` before. */
  facts: string
  alt_text: string
  /** How many posts and messages show it. */
  uses: number
  /** `post` or `message` from its first use on; empty before. */
  used_in: string
  created_at: number
  /** When it goes, unless something shows it. */
  expires_at: number
}

/** A segment that has come of an open upload. Owner: domain/media. */
export interface MediaSegmentsTable {
  media_id: bigint
  segment_index: number
  /** Of its blob, in the folder of the segments. */
  name: string
  bytes: number
}

/** Owner: domain/webhooks. */
export interface WebhooksTable {
  id: bigint
  app_id: bigint
  /** Label of the environment; empty for the enterprise form. */
  environment: string
  url: string
  /** Of this server as who registered it knows it: what URLs in deliveries begin with. */
  origin: string
  is_valid: number
  created_at: number
  /** When its receiver has to prove again that it knows the secret. */
  challenge_due_at: number
  /** Its rows go bit by bit after that. */
  removed_at: number | null
  /** The process that delivers. */
  lease_holder: string
  leased_until: number
}

/**
 * What is delivered in order: a subscription's events, or those of one replay of it. The row is there while
 * something waits. Owner: domain/webhooks.
 */
export interface WebhookLanesTable {
  webhook_id: bigint
  /** 0 in the lane of a replay's own news. */
  user_id: bigint
  /** The replay; 0 for what happens now. */
  job_id: bigint
  /** Rows of the queue. */
  pending: number
  /** When its first row may be tried. */
  due_at: number
}

/** Owner: domain/webhooks. */
export interface WebhookQueueTable {
  webhook_id: bigint
  user_id: bigint
  job_id: bigint
  /** Of the event in the log. */
  position: bigint
  /** In vain. */
  attempts: number
  queued_at: number
}

/** What has left the queue. Owner: domain/webhooks. */
export interface WebhookDeliveriesTable {
  webhook_id: bigint
  user_id: bigint
  job_id: bigint
  position: bigint
  /** An `Outcome` of domain/webhooks/settle.ts. */
  outcome: string
  attempts: number
  settled_at: number
  took_ms: number
  /** Of the last answer; null without one. */
  status: number | null
  request_bytes: number
  /** The beginning of the last answer, or what went wrong; empty after a success. */
  response: string
}

/** Attempts in vain. Owner: domain/webhooks. */
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
  /** Events of this moment on, and before the other. */
  from_at: number
  to_at: number
  /** Events up to here are in the queue, or were. */
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
  /** Without spaces around it. */
  value: string
  tag: string | null
  created_at: number
}

/** Posts that an app was sent in a day. Owner: domain/usage. */
export interface UsageDaysTable {
  app_id: bigint
  /** The app's project of that day; 0 for none. */
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
 * Columns that hold 64-bit values and travel as `bigint`; every other integer column is a `number`. The name
 * alone decides, in results of both engines, so an expression over such a column must be given such a name.
 * The compiler holds this list and the tables together.
 */
const INT64: Record<BigintColumn, true> = {
  rule_id: true,
  id: true,
  user_id: true,
  owner_id: true,
  app_id: true,
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
  webhook_id: true,
  job_id: true,
  sender_id: true,
  recipient_id: true,
  message_id: true,
  welcome_message_id: true,
  media_id: true,
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
}

/** Proves that no table uses one of these names for a plain number. */
type PlainNumberColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: number extends Schema[Table][Column] ? Column : never
  }[keyof Schema[Table]]
}[keyof Schema]
const NO_NAME_IS_BOTH: [Extract<PlainNumberColumn, BigintColumn>] extends [never] ? true : never = true
void NO_NAME_IS_BOTH

/** Names that only results have: expressions over 64-bit columns. */
const INT64_RESULTS = ['newest_position', 'oldest_position'] as const

export const INT64_COLUMNS: ReadonlySet<string> = new Set([...Object.keys(INT64), ...INT64_RESULTS])
