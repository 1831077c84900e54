/** Creates users, apps and credentials for valid and invalid requests. */
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { findAppByConsumerKey, type Permissions } from '../../../src/domain/apps/app.ts'
import { changeAppState } from '../../../src/domain/apps/change-app-state.ts'
import { type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { joinOwnProject } from '../../../src/domain/apps/projects/own-project.ts'
import { createRequestToken } from '../../../src/domain/apps/request-tokens.ts'
import { issueToken, revokeToken } from '../../../src/domain/apps/tokens.ts'
import type { Context } from '../../../src/domain/context.ts'
import { must } from '../../../src/lib/assert.ts'
import { openTestSession } from '../../support/console/console.ts'
import type { Credential } from '../../support/http/signed-request.ts'
import { createUsers } from '../../support/users.ts'
import type { GoodValues } from './faults.ts'

export class BadInputFixture {
  readonly context: Context
  /** Owner of the apps. Tokens belong to this user, unless their name has another owner. */
  readonly user: User
  /** The user that the requests are about. */
  readonly friend: User
  /** An app that may write and may read direct messages. */
  readonly app: CreatedApp
  readonly readingApp: CreatedApp
  readonly suspendedApp: CreatedApp
  readonly tokens: Readonly<Record<TokenName, Credential>>
  readonly good: GoodValues

  private constructor(parts: Omit<BadInputFixture, 'userToken' | 'requestToken' | 'consoleSession'>) {
    this.context = parts.context
    this.user = parts.user
    this.friend = parts.friend
    this.app = parts.app
    this.readingApp = parts.readingApp
    this.suspendedApp = parts.suspendedApp
    this.tokens = parts.tokens
    this.good = parts.good
  }

  static async set(context: Context): Promise<BadInputFixture> {
    const [user, friend, suspended, deactivated] = (await createUsers(context, 4)) as [User, User, User, User]
    const app = await appOf(context, user, 'read-write-directmessages')
    const readingApp = await appOf(context, user, 'read')
    const suspendedApp = await appOf(context, user, 'read-write')
    const [own, reading, ofSuspended, ofDeactivated, revoked, another] = await Promise.all([
      tokenOf(context, app, user),
      tokenOf(context, readingApp, user),
      tokenOf(context, app, suspended),
      tokenOf(context, app, deactivated),
      tokenOf(context, app, user),
      tokenOf(context, suspendedApp, user),
    ])
    await revokeToken(context, revoked.key)
    await changeUserState(context, { userId: suspended.id, action: 'suspend' })
    await changeUserState(context, { userId: deactivated.id, action: 'deactivate' })
    await changeAppState(context, suspendedApp.appId, 'suspend')
    const tokens = { own, reading, ofSuspended, ofDeactivated, revoked, ofSuspendedApp: another }
    const good = goodValues(user, friend)
    return new BadInputFixture({ context, user, friend, app, readingApp, suspendedApp, tokens, good })
  }

  /** Issues a new token of the user, for calls that invalidate their token. */
  userToken(): Promise<Credential> {
    return tokenOf(this.context, this.app, this.user)
  }

  /** Id of a new console session, for the user who owns the apps. */
  async consoleSession(): Promise<string> {
    return openTestSession(this.context, { userId: this.user.id })
  }

  /** A request token. */
  async requestToken(): Promise<Credential> {
    const { context } = this
    const app = must(await findAppByConsumerKey(context.store, this.app.consumerKey), 'the app')
    const input = { app, callback: 'oob', permissions: app.permissions }
    const { token: key, secret } = await createRequestToken(context, input)
    return { key, secret }
  }
}

type TokenName = 'own' | 'reading' | 'ofSuspended' | 'ofDeactivated' | 'revoked' | 'ofSuspendedApp'

async function appOf(context: Context, owner: User, permissions: Permissions): Promise<CreatedApp> {
  const app = await createApp(context, { name: 'Bad input', ownerId: owner.id, permissions })
  await joinOwnProject(context, app.appId)
  return app
}

async function tokenOf(context: Context, { appId }: CreatedApp, { id: userId }: User): Promise<Credential> {
  const { accessToken: key, accessTokenSecret: secret } = await issueToken(context, { appId, userId })
  return { key, secret }
}

function goodValues(user: User, { id, screenName }: User): GoodValues {
  const names = ['screen_name', 'source_screen_name', 'target_screen_name', 'q', 'id']
  return {
    ...Object.fromEntries(names.map((name) => [name, screenName])),
    ...Object.fromEntries(['user_id', 'source_id', 'target_id'].map((name) => [name, String(id)])),
    ...Object.fromEntries(['usernames', 'username'].map((name) => [name, screenName])),
    self: String(user.id),
    ids: String(id),
    'tweet.fields': 'author_id,text',
    'user.fields': 'verified',
    'media.fields': 'url',
    'place.fields': 'name',
    'poll.fields': 'options',
    // The valid expansions depend on the endpoint.
    expansions: '',
    pagination_token: '',
    resources: 'users',
    grant_type: 'client_credentials',
    x_auth_access_type: 'read',
    profile_link_color: 'abc',
    url: 'http%3A%2F%2Fexample.org',
  }
}
