/**
 * The tables as the queries see them. Times (`…_at`) are integer milliseconds since the Unix epoch, switches
 * are 0 or 1, lists and facts are JSON text.
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
  apps: AppsTable
  access_tokens: AccessTokensTable
  request_tokens: RequestTokensTable
  sessions: SessionsTable
  rate_windows: RateWindowsTable
  events: EventsTable
  event_log: EventLogTable
  /** Owner: events. */
  consumers: { name: string; position: bigint }
  workers: WorkersTable
  imports: ImportsTable
  /** Owner: key-file.ts. */
  facts: { name: string; value: string }
  /** Owner: domain/console. */
  console_accounts: { account_name: string; created_at: number }
  console_users: ConsoleUsersTable
  compliance_streams: ComplianceStreamsTable
  projects: ProjectsTable
  /** Owner: domain/apps. */
  project_apps: { app_id: bigint; project_id: bigint }
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

/** Owner: http/rate-limit, db/saved-windows.ts. */
export interface RateWindowsTable {
  key: string
  started_at: number
  length_s: number
  used: number
}

/** Owner: events. */
export interface EventsTable {
  position: bigint
  at: number
  kind: string
  user_id: bigint | null
  post_id: bigint | null
  /** 1 to 8. */
  partition: number
  facts: string
  /** CRC-32 of the other columns; see events/record.ts. */
  checksum: number
}

/** One row (`one` is 1): the last position given. Its row lock is what orders appends on PostgreSQL. Owner: events. */
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

/** An import that has begun and not ended. Owner: importers. */
export interface ImportsTable {
  /** SHA-256 of the file, with the kind of import before it. */
  fingerprint: string
  /** Lines dealt with. */
  lines: number
  imported: number
  skipped: number
  rejected: number
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
