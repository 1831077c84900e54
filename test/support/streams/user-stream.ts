/**
 * Starts a server with an app, and opens user and site streams of users
 * (spec/retired-endpoints.md#user-and-site-streams).
 */
import type { CreateUserInput } from '../../../src/domain/accounts/create-user.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import { setAcceptsAnyone } from '../../../src/domain/messages/message-settings.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { type Credentials, createTestApp, signature } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { type SharedServer, serverFor, sharedServer, type TestServerOptions } from '../server.ts'
import { createOneUser } from '../users.ts'
import { type Line, PostReader } from './post-stream.ts'

/** A day on which user streams exist and do not yet warn of their end. */
export const LIVING_DAY = '2018-05-01'

/** @param source a shared server, or the options of a server for one test */
export async function userStreamStage(t: Hooks, source: TestServerOptions | SharedServer = {}) {
  const server = await serverFor(t, typeof source === 'function' ? source : onLivingDay(source))
  const { context, url } = server
  const app = await createTestApp(context)
  /** A user with a token, who accepts messages from anybody. */
  const member = async (input: Omit<CreateUserInput, 'screenName'> = {}) => {
    const { id, screenName } = await createOneUser(context, input)
    await setAcceptsAnyone(context, { userId: id, acceptsAnyone: true })
    return { id, screenName, as: await app.asUser(id) }
  }
  /** A user who has no token of the app. */
  const outsider = () => createOneUser(context)
  /** Credentials of the user for a new app, which may not read messages. */
  const asWriterOnly = async (userId: bigint) => {
    const other = await createApp(context, { name: 'Writer', ownerId: userId, permissions: 'read-write' })
    const token = await issueToken(context, { appId: other.appId, userId })
    return signature(
      { key: other.consumerKey, secret: other.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => context.clock.now(),
    )
  }
  const open = async (of: { readonly as: Credentials }, path: string) => {
    const stream = await PostReader.open(`${url}/1.1/${path}`, of.as)
    t.after(() => stream.close())
    return stream
  }
  const post = (authorId: bigint, text: string, more: object = {}) =>
    createPost(context, { authorId, text, isLimited: false, ...more })
  return { ...server, app, member, outsider, asWriterOnly, open, post }
}

/** Declares a server for the tests of a suite, on a day on which user streams exist. */
export function sharedUserStreams(options: TestServerOptions = {}): SharedServer {
  return sharedServer(onLivingDay(options))
}

function onLivingDay({ settings, ...options }: TestServerOptions): TestServerOptions {
  return { settings: { limits: 'off', api_date: LIVING_DAY, ...settings }, ...options }
}

/** A short form of a message: the text of a post, or the name of an event with its users. */
export function shortOf(line: Line): string {
  if (line.event !== undefined) return `${line.event} ${line.source.screen_name} ${line.target.screen_name}`
  if (line.text !== undefined) return line.text
  if (line.direct_message !== undefined) return `message: ${line.direct_message.text}`
  return Object.keys(line.delete ?? line).join()
}
