/** Implements the builders of the test library. They call the builders of seed files directly, not over HTTP. */
import { exchangeCode, issueCode } from '../../domain/apps/oauth2/codes.ts'
import type { Context } from '../../domain/context.ts'
import { SCOPES } from '../../lib/scopes.ts'
import type { AppDates } from '../app-dates.ts'
import { readTime } from '../read-time.ts'
import { ControlRefused } from '../refused.ts'
import { buildApp, buildToken, buildUser } from '../world/accounts.ts'
import { buildFollow, buildMessage, buildPost } from '../world/content.ts'
import type { Chosen } from '../world/fixed-context.ts'
import { buildRule } from '../world/rules.ts'
import type { Aviary } from './aviary.ts'
import type { Id, OAuth2Token, OAuth2TokenOptions, Ref, Time } from './builder-types.ts'

type Builders = Pick<
  Aviary,
  | 'createUser'
  | 'createApp'
  | 'createToken'
  | 'createOAuth2Token'
  | 'createFollow'
  | 'createPost'
  | 'createMessage'
  | 'createRule'
>

/** @param context the context of the server */
export function builders(context: Context, dates: AppDates): Builders {
  return {
    async createUser({ screenName, id, createdAt, ...input }) {
      const user = await buildUser(context, { ...input, ...chosen({ id, createdAt }), screenName })
      return { id: String(user.id), screenName }
    },

    async createApp({
      owner,
      name = 'Test app',
      id,
      createdAt,
      consumerKey,
      consumerSecret,
      apiDate,
      ...input
    }) {
      const keys = pair({ consumerKey, consumerSecret })
      const built = await buildApp(context, {
        ...{ ...input, ...chosen({ id, createdAt }), name, keys, ownerId: idOf(owner) },
      })
      const { appId, bearerToken, clientId } = built
      dates.set(appId, apiDate)
      return {
        id: String(appId),
        consumerKey: built.consumerKey,
        consumerSecret: built.consumerSecret,
        ...{ bearerToken, clientId, tokens: [] },
      }
    },

    async createToken({ app, user, accessToken, accessTokenSecret }) {
      const given = pair({ accessToken, accessTokenSecret })
      const { accessToken: token, accessTokenSecret: secret } = await buildToken(context, {
        appId: idOf(app),
        userId: idOf(user),
        chosen: given && { token: given.accessToken, secret: given.accessTokenSecret },
      })
      return { userId: String(idOf(user)), accessToken: token, accessTokenSecret: secret }
    },

    createOAuth2Token: (options) => createOAuth2Token(context, options),

    async createFollow({ follower, followee }) {
      await buildFollow(context, { follower: idOf(follower), followee: idOf(followee) })
    },

    async createPost({ author, text, id, createdAt, inReplyTo, quote, likes = [], reposts = [] }) {
      const post = await buildPost(context, {
        ...chosen({ id, createdAt }),
        authorId: idOf(author),
        text,
        inReplyToId: inReplyTo === undefined ? undefined : idOf(inReplyTo),
        quoteId: quote === undefined ? undefined : idOf(quote),
        likes: likes.map(idOf),
        reposts: reposts.map(idOf),
      })
      return { id: String(post.id) }
    },

    async createMessage({ sender, recipient, text, id, createdAt }) {
      const message = await buildMessage(context, {
        ...{ ...chosen({ id, createdAt }), senderId: idOf(sender), recipientId: idOf(recipient), text },
      })
      return { id: String(message.id) }
    },

    async createRule({ app, ...input }) {
      const rule = await buildRule(context, { ...input, appId: idOf(app) })
      return { id: String(rule.id), value: rule.value }
    },
  }
}

/** Values for the code exchange of OAuth 2.0. They can be constants, because no client or browser takes part. */
const REDIRECT_URI = 'http://127.0.0.1/'
const VERIFIER = 'a-verifier-of-more-than-forty-three-characters'

async function createOAuth2Token(
  context: Context,
  { app, user, scope = SCOPES.join(' ') }: OAuth2TokenOptions,
): Promise<OAuth2Token> {
  const appId = idOf(app)
  const challenge = { method: 'plain', value: VERIFIER } as const
  const approval = { appId, userId: idOf(user), redirectUri: REDIRECT_URI, scope, challenge }
  const code = await issueCode(context, approval)
  const exchange = { appId, code, redirectUri: REDIRECT_URI, verifier: VERIFIER }
  const { accessToken, refreshToken } = await exchangeCode(context, exchange)
  return { accessToken, refreshToken }
}

function chosen({ id, createdAt }: { id?: Id | undefined; createdAt?: Time | undefined }): Chosen {
  return {
    id: id === undefined ? undefined : idOf(id),
    at: createdAt === undefined ? undefined : readTime(createdAt),
  }
}

/** The id in a reference. @throws {ControlRefused} for a text that is not an id */
function idOf(ref: Ref): bigint {
  const id = typeof ref === 'object' ? ref.id : ref
  if (typeof id === 'bigint') return id
  if (/^\d{1,19}$/.test(id)) return BigInt(id)
  throw new ControlRefused(`${JSON.stringify(id)} is no id; write digits, a bigint, or an object with an id`)
}

/** Requires either both members or neither. @throws {ControlRefused} if there is only one */
function pair<T extends Readonly<Record<string, string | undefined>>>(
  members: T,
): { readonly [Key in keyof T]: string } | undefined {
  const given = Object.values(members).filter((value) => value !== undefined)
  if (given.length === 0) return undefined
  if (given.length === Object.keys(members).length) return members as { [Key in keyof T]: string }
  throw new ControlRefused(`${Object.keys(members).join(' and ')} belong together; give both or neither`)
}
