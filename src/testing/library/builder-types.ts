/** Inputs and results of the builders of the library for tests. */
import type { Seed } from '../world/seed-schema.ts'

// Types of the seed file, so that the published declarations import nothing else of the program.
type SeededApp = NonNullable<Seed['apps']>[number]
type SeededRule = NonNullable<SeededApp['rules']>[number]

/** Decimal digits, or a bigint; numbers lose digits. */
export type Id = string | bigint

/** An object with an id, or the id. */
export type Ref = Id | { readonly id: string }

/** A Date, milliseconds since the Unix epoch, or a text such as `2020-08-12T12:00:00Z` or `2020-08-12`. */
export type Time = Date | number | string

interface Chosen {
  /** Default: as for any other object. */
  readonly id?: Id | undefined
  /** Default: now, by the server's clock. An id that the server makes contains it. */
  readonly createdAt?: Time | undefined
}

export interface UserOptions extends Chosen {
  /** 1 to 15 letters, digits and underscores. */
  readonly screenName: string
  /** Default: the screen name. */
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly url?: string | undefined
  readonly isProtected?: boolean | undefined
  /** For sign-in pages, with `password`. */
  readonly email?: string | undefined
  readonly password?: string | undefined
}

export interface TestUser {
  readonly id: string
  readonly screenName: string
}

export interface AppOptions extends Chosen {
  readonly owner: Ref
  /** Default: `Test app`. */
  readonly name?: string | undefined
  /** Default: `read-write-directmessages`. */
  readonly permissions?: SeededApp['permissions']
  /** Default: `standard`. */
  readonly level?: SeededApp['level']
  /** With `consumerSecret`; generated when omitted. */
  readonly consumerKey?: string | undefined
  readonly consumerSecret?: string | undefined
  readonly callbackUrls?: readonly string[] | undefined
  /** The day whose API the app gets. Default: that of the server. */
  readonly apiDate?: string | undefined
}

export interface TestApp {
  readonly id: string
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Authenticates the app without a user. */
  readonly bearerToken: string
  /** OAuth 2.0 client id of a public client. */
  readonly clientId: string
  /** Access tokens of the world at the start; of a new app none. */
  readonly tokens: readonly AccessToken[]
}

export interface TokenOptions {
  readonly app: Ref
  readonly user: Ref
  /** Begins with the id of the user and a hyphen; with `accessTokenSecret`. Generated when omitted. */
  readonly accessToken?: string | undefined
  readonly accessTokenSecret?: string | undefined
}

/** An OAuth 1.0a access token. */
export interface AccessToken {
  readonly userId: string
  readonly accessToken: string
  readonly accessTokenSecret: string
}

export interface OAuth2TokenOptions {
  readonly app: Ref
  readonly user: Ref
  /** Separated by spaces. Default: every scope. */
  readonly scope?: string | undefined
}

export interface OAuth2Token {
  readonly accessToken: string
  /** Only with the scope `offline.access`. */
  readonly refreshToken: string | undefined
}

export interface FollowOptions {
  readonly follower: Ref
  readonly followee: Ref
}

export interface PostOptions extends Chosen {
  readonly author: Ref
  readonly text: string
  readonly inReplyTo?: Ref | undefined
  readonly quote?: Ref | undefined
  /** Users who like it, and users who repost it. */
  readonly likes?: readonly Ref[] | undefined
  readonly reposts?: readonly Ref[] | undefined
}

export interface TestPost {
  readonly id: string
}

export interface MessageOptions extends Chosen {
  readonly sender: Ref
  readonly recipient: Ref
  readonly text: string
}

export interface TestMessage {
  readonly id: string
}

export interface RuleOptions {
  readonly app: Ref
  readonly value: string
  readonly tag?: string | undefined
  /** Default: `2`, API v2. */
  readonly product?: SeededRule['product']
}

export interface TestRule {
  readonly id: string
  readonly value: string
}
