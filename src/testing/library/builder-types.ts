/** Defines the inputs and results of the builders in the test library. */
import type { Seed } from '../world/written.ts'

// The types are derived from the seed file, so that the published declarations import no other file of the program.
type SeededApp = NonNullable<Seed['apps']>[number]
type SeededRule = NonNullable<SeededApp['rules']>[number]

/** Decimal digits or a bigint. A number is not accepted, because large ids would be rounded. */
export type Id = string | bigint

/** An object with an id, or the id itself. */
export type Ref = Id | { readonly id: string }

/** A Date, milliseconds since the Unix epoch, or a text such as `2020-08-12T12:00:00Z` or `2020-08-12`. */
export type Time = Date | number | string

interface Chosen {
  /** Default: an id that the server makes. */
  readonly id?: Id | undefined
  /** Default: now, by the server's clock. An id that the server makes contains this time. */
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
  /** E-mail address and password with which the user can sign in. */
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
  /** Consumer key and secret; give both or neither. If neither is given, the server generates them. */
  readonly consumerKey?: string | undefined
  readonly consumerSecret?: string | undefined
  readonly callbackUrls?: readonly string[] | undefined
  /** The day of the API for this app. Default: the day of the server. */
  readonly apiDate?: string | undefined
}

export interface TestApp {
  readonly id: string
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Token for requests without a user. */
  readonly bearerToken: string
  /** Client id of the public OAuth 2.0 client. */
  readonly clientId: string
  /** Access tokens that existed at the start; empty for a new app. */
  readonly tokens: readonly AccessToken[]
}

export interface TokenOptions {
  readonly app: Ref
  readonly user: Ref
  /**
   * Token and secret; give both or neither. The token begins with the user's id and a hyphen. If neither is given,
   * the server generates them.
   */
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
  /** Scopes, separated by spaces. Default: all scopes. */
  readonly scope?: string | undefined
}

export interface OAuth2Token {
  readonly accessToken: string
  /** The refresh token; undefined without the scope `offline.access`. */
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
  /** Users who like the post; `reposts` has the users who repost it. */
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
  /** The API version of the stream; default: `2`. */
  readonly product?: SeededRule['product']
}

export interface TestRule {
  readonly id: string
  readonly value: string
}
