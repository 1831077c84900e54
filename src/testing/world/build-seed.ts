/** Builds the data of a seed file in a running server, in the order of the file's sections. */

import { type Context, Refusal } from '../../domain/context.ts'
import { must } from '../../lib/assert.ts'
import { DocumentErrors } from '../documents/read-document.ts'
import type { DocumentPath } from '../documents/schema-errors.ts'
import { SeededRandom } from '../random.ts'
import { ControlRefused } from '../refused.ts'
import { buildApp, buildToken, buildUser } from './accounts.ts'
import { buildFollow, buildMessage, buildPost } from './content.ts'
import { nameKey, type SeedDocument, timeOf } from './read-seed.ts'
import { buildStreamAccount, buildWebhook } from './receivers.ts'
import { buildRule } from './rules.ts'
import type { Seed } from './seed-schema.ts'

/** A user of the seed file; the members have the names that the seed file uses. */
export interface SeededUser {
  readonly id: string
  readonly screen_name: string
}

export interface SeededToken {
  readonly user: string
  readonly access_token: string
  readonly access_token_secret: string
}

export interface SeededApp {
  readonly id: string
  readonly name: string
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly bearer_token: string
  /** Client id of the public OAuth 2.0 client. */
  readonly client_id: string
  readonly tokens: readonly SeededToken[]
}

/** Users and credentials of a seed file; "aviary test" prints them. */
export interface SeededWorld {
  readonly users: readonly SeededUser[]
  readonly apps: readonly SeededApp[]
}

type Item<List extends Exclude<keyof Seed, 'seed'>> = NonNullable<Seed[List]>[number]
type AppItem = Item<'apps'>

/**
 * Builds the data of a seed file in an empty server. Ids, keys and times that the file omits depend only on the file
 * and the clock.
 * @param origin URL of the server, for webhooks
 * @throws {DocumentErrors} for an item that the server refuses, with line and column
 */
export function buildSeed(server: Context, seed: SeedDocument, origin: string): Promise<SeededWorld> {
  const context = { ...server, random: new SeededRandom('seed file').bytes }
  return new SeedBuilder(context, seed, origin).build()
}

class SeedBuilder {
  readonly #context: Context
  readonly #document: SeedDocument
  readonly #origin: string
  readonly #ids = new Map<string, bigint>()

  constructor(context: Context, document: SeedDocument, origin: string) {
    this.#context = context
    this.#document = document
    this.#origin = origin
  }

  async build(): Promise<SeededWorld> {
    const { value } = this.#document
    const users = await this.#each('users', value.users, (user) => this.#user(user))
    const apps = await this.#each('apps', value.apps, (app, path) => this.#app(app, path))
    await this.#each('follows', value.follows, ({ follower, followee }) =>
      buildFollow(this.#context, { follower: this.#id(follower), followee: this.#id(followee) }),
    )
    await this.#each('posts', value.posts, (post) => this.#post(post))
    await this.#each('messages', value.messages, ({ id, sender, recipient, text, created_at }) =>
      buildMessage(this.#context, {
        ...{ id, text, at: timeOf(created_at) },
        senderId: this.#id(sender),
        recipientId: this.#id(recipient),
      }),
    )
    await this.#each('stream_accounts', value.stream_accounts, (account) =>
      buildStreamAccount(this.#context, account),
    )
    return { users, apps }
  }

  async #user({ id, screen_name, created_at, ...user }: Item<'users'>): Promise<SeededUser> {
    const screenName = screen_name.replace(/^@/, '')
    const { protected: isProtected, ...rest } = user
    const built = await buildUser(this.#context, {
      ...{ ...rest, id, at: timeOf(created_at), screenName, isProtected },
    })
    this.#ids.set(nameKey(screenName), built.id)
    return { id: String(built.id), screen_name: screenName }
  }

  async #app(app: AppItem, path: DocumentPath): Promise<SeededApp> {
    const { id, name, owner, permissions, level, consumer_key, consumer_secret, callback_urls } = app
    if ((consumer_key === undefined) !== (consumer_secret === undefined))
      throw new ControlRefused('consumer_key and consumer_secret belong together; give both or neither')
    const keys =
      consumer_key === undefined || consumer_secret === undefined
        ? undefined
        : { consumerKey: consumer_key, consumerSecret: consumer_secret }
    const ownerId = this.#id(owner)
    const built = await buildApp(this.#context, {
      ...{ id, name, ownerId, permissions, level, keys, callbackUrls: callback_urls },
    })
    const { appId } = built
    const tokens = await this.#each([...path, 'tokens'], app.tokens, (token) => this.#token(appId, token))
    await this.#each([...path, 'rules'], app.rules, (rule) => buildRule(this.#context, { appId, ...rule }))
    await this.#each([...path, 'webhooks'], app.webhooks, (webhook) => this.#webhook(appId, webhook))
    return {
      id: String(appId),
      name,
      consumer_key: built.consumerKey,
      consumer_secret: built.consumerSecret,
      bearer_token: built.bearerToken,
      client_id: built.clientId,
      tokens,
    }
  }

  async #token(
    appId: bigint,
    { user, ...token }: NonNullable<AppItem['tokens']>[number],
  ): Promise<SeededToken> {
    const { access_token, access_token_secret } = token
    if ((access_token === undefined) !== (access_token_secret === undefined))
      throw new ControlRefused('access_token and access_token_secret belong together; give both or neither')
    const chosen =
      access_token === undefined || access_token_secret === undefined
        ? undefined
        : { token: access_token, secret: access_token_secret }
    const issued = await buildToken(this.#context, { appId, userId: this.#id(user), chosen })
    return { user, access_token: issued.accessToken, access_token_secret: issued.accessTokenSecret }
  }

  async #webhook(
    appId: bigint,
    { url, environment, subscriptions = [] }: NonNullable<AppItem['webhooks']>[number],
  ): Promise<void> {
    await buildWebhook(this.#context, {
      ...{ appId, url, environment, origin: this.#origin },
      subscriptions: subscriptions.map((user) => this.#id(user)),
    })
  }

  async #post(post: Item<'posts'>): Promise<void> {
    const { id, author, text, created_at, in_reply_to, quote, likes = [], reposts = [] } = post
    await buildPost(this.#context, {
      ...{ id, text, at: timeOf(created_at), inReplyToId: in_reply_to, quoteId: quote },
      authorId: this.#id(author),
      likes: likes.map((user) => this.#id(user)),
      reposts: reposts.map((user) => this.#id(user)),
    })
  }

  /** Builds the items of a list. If the server refuses an item, the error has the line of the item. */
  async #each<T, Built>(
    list: string | DocumentPath,
    items: readonly T[] | undefined,
    build: (item: T, path: DocumentPath) => Promise<Built>,
  ): Promise<Built[]> {
    const built: Built[] = []
    for (const [index, item] of (items ?? []).entries()) {
      const path = [...[list].flat(), index]
      try {
        built.push(await build(item, path))
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof ControlRefused)) throw error
        if (error instanceof DocumentErrors) throw error
        throw new DocumentErrors([this.#document.lineAt(path, error.message)])
      }
    }
    return built
  }

  #id(screenName: string): bigint {
    return must(this.#ids.get(nameKey(screenName)), 'a user that the reader of the file has checked')
  }
}
