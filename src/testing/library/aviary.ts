/** Types of the library for tests: a running server, its options and its controls. */
import type { Seed } from '../world/seed-schema.ts'
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

/** A value of a seed file; ids may also be numbers and digits. */
type Written<T> = T extends bigint
  ? bigint | number | string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T

/** A world in the form of a seed file (docs/testing/seed-file.md). */
export type World = Written<Seed>

export interface AviaryOptions {
  /** The world: in the form of a seed file, or the path of one. Default: two users who follow each other, an app, tokens. */
  readonly seed?: World | string | undefined
  /** The day whose API is served: a day, `live` or `latest`. Default: `latest`, every path. */
  readonly apiDate?: string | undefined
  /** Default: the time of the machine, at its speed. */
  readonly clock?: {
    /** The time at the start. */
    readonly at?: Time | undefined
    /** Multiple of the machine's speed; 0 for a frozen clock. */
    readonly speed?: number | undefined
  }
  /** Ids, keys and samples follow from it. Default: the same at every start. */
  readonly randomSeed?: string | number | undefined
  /**
   * URL of a PostgreSQL server, whose user may create databases: the data is in a new database, which {@link Aviary.stop} drops.
   * Default: SQLite in memory.
   */
  readonly database?: string | undefined
  /** Other settings by name, as in docs/settings.md, such as `{ limits: 'documented' }`. */
  readonly settings?: Readonly<Record<string, string | boolean | undefined>> | undefined
}

/** A running server, with builders and controls. */
export interface Aviary extends AsyncDisposable {
  /** Base URL of the API, such as `http://localhost:41234`, without a trailing slash. */
  readonly url: string
  /** Base URL of streams: {@link url}, unless streams have a listener of their own. */
  readonly streamUrl: string
  /** Base URLs of all listeners, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** Base URL of the admin listener, with the same controls over HTTP. */
  readonly adminUrl: string
  /** Authorizes the controls over HTTP. */
  readonly testToken: string
  /** The client proxy; undefined without the setting `proxy_port`. */
  readonly proxy: { readonly url: string; readonly caFile: string } | undefined
  /** The certificate of the listeners; undefined without the setting `tls: 'auto'`. */
  readonly tls: { readonly caFile: string; readonly names: readonly string[] } | undefined

  /** Users of the world at the start. */
  readonly users: readonly TestUser[]
  /** Apps of the world at the start, with their tokens. */
  readonly apps: readonly TestApp[]
  /** The first user. @throws {Error} in a world without users */
  readonly user: TestUser
  /** The first app. @throws {Error} in a world without apps */
  readonly app: TestApp
  /** The first access token of the first app: of {@link user}, unless the seed says otherwise. @throws {Error} without one */
  readonly token: AccessToken

  createUser(options: UserOptions): Promise<TestUser>
  /** Creates an app with API v1.1, v2 and an OAuth 2.0 client. Its bearer token is in the result. */
  createApp(options: AppOptions): Promise<TestApp>
  /** Issues an OAuth 1.0a access token. */
  createToken(options: TokenOptions): Promise<AccessToken>
  /** Issues an OAuth 2.0 access token and refresh token, as after an approval by the user. */
  createOAuth2Token(options: OAuth2TokenOptions): Promise<OAuth2Token>
  createFollow(options: FollowOptions): Promise<void>
  createPost(options: PostOptions): Promise<TestPost>
  createMessage(options: MessageOptions): Promise<TestMessage>
  /** Adds a rule of the filtered stream. */
  createRule(options: RuleOptions): Promise<TestRule>

  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly requests: RequestControl

  /**
   * Returns to the state of the start: data, clock, ids, days of apps, faults; empties the request log. Ends open streams with the
   * reason of a restart.
   */
  reset(): Promise<void>
  /** Makes the present state the one to which {@link reset} returns. */
  saveStart(): Promise<void>
  /** Saves the data under a name: 1 to 40 lower-case letters, digits, `_` and `-`. */
  snapshot(name: string): Promise<void>
  /** Returns to the data of a snapshot. */
  restore(name: string): Promise<void>
  /** Stops the server and removes its data. May be called twice. */
  stop(): Promise<void>
}
