/**
 * Builds users, apps and tokens for seed files and the test library. Each builder runs a command of the domain, with
 * chosen ids, times and secrets.
 */
import { createUser } from '../../domain/accounts/create-user.ts'
import { updateProfile } from '../../domain/accounts/update-profile.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Permissions } from '../../domain/apps/app.ts'
import { type CreatedApp, createApp } from '../../domain/apps/create-app.ts'
import type { KeyPair } from '../../domain/apps/keys.ts'
import type { AppLevel } from '../../domain/apps/levels.ts'
import { setClientType } from '../../domain/apps/oauth2/client.ts'
import { joinOwnProject } from '../../domain/apps/projects/own-project.ts'
import { type ChosenToken, type IssuedToken, issueToken, TOKEN } from '../../domain/apps/tokens.ts'
import type { Context } from '../../domain/context.ts'
import { ControlRefused } from '../refused.ts'
import { type Chosen, chosenContext } from './fixed-context.ts'

export interface UserInput extends Chosen {
  /** 1 to 15 letters, digits and underscores. */
  readonly screenName: string
  /** Default: the screen name. */
  readonly name?: string | undefined
  readonly isProtected?: boolean | undefined
  /** E-mail address and password with which the user can sign in; give both or neither. */
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly url?: string | undefined
}

/**
 * Creates a user.
 * @throws {Refusal} under the conditions of `createUser` and `updateProfile`
 * @throws {ControlRefused} for an id outside the valid range
 */
export async function buildUser(context: Context, { id, at, ...input }: UserInput): Promise<User> {
  const { description, location, url, ...created } = input
  const user = await createUser(chosenContext(context, { id, at }), created)
  const hasProfile = [description, location, url].some((text) => text !== undefined)
  if (hasProfile) await updateProfile(context, { userId: user.id, description, location, url })
  return user
}

export interface AppInput extends Chosen {
  readonly ownerId: bigint
  readonly name: string
  /** Default: `read-write-directmessages`. */
  readonly permissions?: Permissions | undefined
  /** Consumer key and secret, made of letters and digits. By default, the server generates them. */
  readonly keys?: KeyPair | undefined
  /** Default: `standard`. */
  readonly level?: AppLevel | undefined
  readonly callbackUrls?: readonly string[] | undefined
  readonly mayReadEmail?: boolean | undefined
}

export interface BuiltApp extends CreatedApp {
  /** Client id of the public OAuth 2.0 client. */
  readonly clientId: string
}

/**
 * Creates an app with a public OAuth 2.0 client. The app is in a project of its owner, so it can also use API v2.
 * @throws {Refusal} under the conditions of `createApp`
 * @throws {ControlRefused} for malformed keys
 */
export async function buildApp(context: Context, { id, at, ...input }: AppInput): Promise<BuiltApp> {
  const { keys, permissions = 'read-write-directmessages', level = 'standard' } = input
  if (keys !== undefined) requireSecrets('consumer key', keys.consumerKey, keys.consumerSecret)
  const created = await createApp(chosenContext(context, { id, at }), {
    ownerId: input.ownerId,
    name: input.name,
    permissions,
    level,
    keys,
    ...(input.callbackUrls === undefined ? {} : { callbackUrls: input.callbackUrls }),
    ...(input.mayReadEmail === undefined ? {} : { mayReadEmail: input.mayReadEmail }),
  })
  await joinOwnProject(context, created.appId)
  const { clientId } = await setClientType(context, created.appId, 'public')
  return { ...created, clientId }
}

export interface TokenInput {
  readonly appId: bigint
  readonly userId: bigint
  /**
   * Token and secret. By default, the server generates them. A token begins with the user's id and a hyphen, because
   * clients read the id from the token.
   */
  readonly chosen?: ChosenToken | undefined
}

/**
 * Issues an OAuth 1.0a access token.
 * @throws {Refusal} under the conditions of `issueToken`
 * @throws {ControlRefused} for a malformed token
 */
export async function buildToken(
  context: Context,
  { appId, userId, chosen }: TokenInput,
): Promise<IssuedToken> {
  if (chosen !== undefined) requireSecrets('access token', chosen.token.replace('-', ''), chosen.secret)
  if (chosen !== undefined && !chosen.token.startsWith(`${userId}-`))
    throw new ControlRefused(`an access token of user ${userId} begins with ${userId}-`)
  return issueToken(context, { appId, userId }, chosen)
}

const SECRET = /^[A-Za-z0-9]{1,128}$/

/** Accepts only characters that need no percent-encoding, because some clients encode other characters wrongly. */
function requireSecrets(noun: string, public_: string, secret: string): void {
  if (TOKEN.test(public_) && SECRET.test(public_) && SECRET.test(secret)) return
  throw new ControlRefused(
    `the ${noun} and its secret consist of letters and digits, at most 64 and 128 of them`,
  )
}
