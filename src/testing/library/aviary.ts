/** Defines the types of the test library: a running server, its options and its controls. */
import type { Seed } from '../world/written.ts'
import type {
  AccessToken,
  AppOptions,
  FollowOptions,
  MessageOptions,
  OAuth2Token,
  OAuth2TokenOptions,
  PostOptions,
  RuleOptions,
  TestApp,
  TestMessage,
  TestPost,
  TestRule,
  TestUser,
  Time,
  TokenOptions,
  UserOptions,
} from './builder-types.ts'
import type { ClockControl, FaultControl, RequestControl } from './control-types.ts'

/**
 * The type of a value in a seed file. Where the schema has a bigint id, the value may also be a number or a string of
 * digits.
 */
type Written<T> = T extends bigint
  ? bigint | number | string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T

/** Data in the format of a seed file (docs/testing/seed-file.md). */
export type World = Written<Seed>

export interface AviaryOptions {
  /**
   * The data that the server has at its start, given as an object in the format of a seed file or as the path of a
   * seed file. Default: two users who follow each other, an app, and tokens.
   */
  readonly seed?: World | string | undefined
  /** The day of the API: a date, `live` or `latest`. Default: `latest`, which has every path. */
  readonly apiDate?: string | undefined
  /** The clock that the server has at its start; default: real time. */
  readonly clock?: {
    /** The time of the clock at the start. */
    readonly at?: Time | undefined
    /** Multiple of real time; 0 for a frozen clock. */
    readonly speed?: number | undefined
  }
  /** The seed of random ids, keys and samples. Default: the same seed at every start. */
  readonly randomSeed?: string | number | undefined
  /**
   * URL of a PostgreSQL server, with a user who may create databases. The data is in a new database that {@link
   * Aviary.stop} drops. Default: SQLite in memory.
   */
  readonly database?: string | undefined
  /** Other settings by name, as in docs/settings.md, such as `{ limits: 'documented' }`. */
  readonly settings?: Readonly<Record<string, string | boolean | undefined>> | undefined
}

/** A running server, with builders and controls. */
export interface Aviary extends AsyncDisposable {
  /** Base URL of the API, such as `http://localhost:41234`, without a trailing slash. */
  readonly url: string
  /** Base URL of streams. It equals {@link url} unless streams have a separate listener. */
  readonly streamUrl: string
  /** Base URLs of all listeners, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** Base URL of the admin listener; it offers the same controls over HTTP. */
  readonly adminUrl: string
  /** Token that the controls over HTTP need. */
  readonly testToken: string
  /** The client proxy; undefined without the setting `proxy_port`. */
  readonly proxy: { readonly url: string; readonly caFile: string } | undefined
  /** The generated certificate; undefined without the setting `tls: 'auto'`. */
  readonly tls: { readonly caFile: string; readonly names: readonly string[] } | undefined

  /** Users that existed at the start. */
  readonly users: readonly TestUser[]
  /** Apps that existed at the start, with their tokens. */
  readonly apps: readonly TestApp[]
  /** The first of {@link users}. @throws {Error} if there are no users */
  readonly user: TestUser
  /** The first of {@link apps}. @throws {Error} if there are no apps */
  readonly app: TestApp
  /**
   * The first access token of {@link app}. It belongs to {@link user}, unless the seed file says otherwise.
   * @throws {Error} if there is no token
   */
  readonly token: AccessToken

  createUser(options: UserOptions): Promise<TestUser>
  /** Creates an app for API v1.1 and v2, with an OAuth 2.0 client. The result contains the bearer token of the app. */
  createApp(options: AppOptions): Promise<TestApp>
  /** Issues an OAuth 1.0a access token. */
  createToken(options: TokenOptions): Promise<AccessToken>
  /** Issues an OAuth 2.0 access token and refresh token, as if the user had approved the app. */
  createOAuth2Token(options: OAuth2TokenOptions): Promise<OAuth2Token>
  createFollow(options: FollowOptions): Promise<void>
  createPost(options: PostOptions): Promise<TestPost>
  createMessage(options: MessageOptions): Promise<TestMessage>
  /** Adds a rule to the filtered stream of an app. */
  createRule(options: RuleOptions): Promise<TestRule>

  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly requests: RequestControl

  /**
   * Restores the state at the start: data, clock, ids, API days of apps, faults. The call also empties the request
   * log, and ends open streams with the reason of a restart.
   */
  reset(): Promise<void>
  /** Makes {@link reset} restore the current state. */
  saveStart(): Promise<void>
  /** Saves the data under a name of 1 to 40 lower-case letters, digits, `_` and `-`. */
  snapshot(name: string): Promise<void>
  /** Restores the data of a snapshot. */
  restore(name: string): Promise<void>
  /** Stops the server and removes its data. A second call has no effect. */
  stop(): Promise<void>
}
