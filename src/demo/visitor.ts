/** The visiting user of the demo network, with a password, an app and an access token. */
import { createUser } from '../domain/accounts/create-user.ts'
import { findUserByPassword } from '../domain/accounts/sign-in.ts'
import { findUser, requireUser, type User } from '../domain/accounts/user.ts'
import { type App, consumerSecretOf, findAppsOf, requireApp } from '../domain/apps/app.ts'
import { createApp } from '../domain/apps/create-app.ts'
import { findLiveToken } from '../domain/apps/find-live-token.ts'
import { setClientType } from '../domain/apps/oauth2/client.ts'
import { obtainBearer } from '../domain/apps/obtain-bearer.ts'
import { joinOwnProject } from '../domain/apps/projects/own-project.ts'
import { issueToken, tokenSecretOf } from '../domain/apps/tokens.ts'
import { updateApp } from '../domain/apps/update-app.ts'
import { type Context, Refusal } from '../domain/context.ts'
import { must } from '../lib/assert.ts'
import { DEMO_SOURCE } from './load-posts.ts'

const VISITOR = { screenName: 'demo', name: 'Demo', email: 'demo@example.org' } as const

const APP = {
  ...DEMO_SOURCE,
  description: 'Tries out what Aviary does.',
  permissions: 'read-write-directmessages',
  callbackUrls: ['http://127.0.0.1:3000/callback'],
} as const

const PASSWORD_LENGTH = 16

export interface Credentials {
  readonly bearerToken: string
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Client id of a public OAuth 2.0 client. Public clients have no secret. */
  readonly clientId: string
  readonly accessToken: string
  readonly accessTokenSecret: string
  readonly screenName: string
  /** Undefined when a user `demo` already existed and has another password or none. */
  readonly password: string | undefined
}

/** The visiting user, who is created at the first call. */
export async function visitingUser(context: Context): Promise<User> {
  const known = await findUser(context.store, VISITOR)
  if (known !== undefined) return known
  try {
    return await createUser(context, { ...VISITOR, password: passwordOf(context) })
  } catch (error) {
    // Another process has created the user first.
    if (error instanceof Refusal && error.reason === 'screen-name-taken')
      return requireUser(context.store, VISITOR)
    throw error
  }
}

/**
 * The credentials of the visiting user, which stay the same after a restart. Missing credentials are created.
 */
export async function credentialsOf(context: Context, { id, screenName }: User): Promise<Credentials> {
  const { store, vault } = context
  const app = await visitingApp(context, id)
  await joinOwnProject(context, app.id)
  const { clientId } = await setClientType(context, app.id, 'public')
  const pair = { appId: app.id, userId: id }
  if ((await findLiveToken(store, pair)) === undefined) await issueToken(context, pair)
  const token = must(await findLiveToken(store, pair), 'the token that was issued')
  const password = passwordOf(context)
  const signsIn = (await findUserByPassword(store, screenName, password)) !== undefined
  return {
    bearerToken: await obtainBearer(context, app),
    consumerKey: app.consumerKey,
    consumerSecret: consumerSecretOf(vault, app),
    clientId,
    accessToken: token.token,
    accessTokenSecret: tokenSecretOf(vault, token),
    screenName,
    password: signsIn ? password : undefined,
  }
}

async function visitingApp(context: Context, ownerId: bigint): Promise<App> {
  const known = (await findAppsOf(context.store, ownerId)).find(({ name }) => name === APP.name)
  // Earlier versions of Aviary created the app without a URL.
  if (known?.url === '') return (await updateApp(context, known.id, { url: APP.url })).app
  if (known !== undefined) return known
  const { appId } = await createApp(context, { ...APP, ownerId })
  return requireApp(context.store, appId)
}

/**
 * A password that is derived from the key of the server. The server can show the password again, although it
 * stores only its hash.
 */
function passwordOf({ vault }: Context): string {
  return vault.derive('demo.password').toString('base64url').slice(0, PASSWORD_LENGTH)
}
