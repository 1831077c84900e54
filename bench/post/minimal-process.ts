/**
 * A server that does only the minimal work for a post. It is written by hand with the same framework,
 * drivers and libraries as Aviary, without Aviary's code. It verifies the signature, extracts entities,
 * detects the language, stores the rows of minimal-store.ts, and renders the response. It has no limits,
 * permissions, other parameters, streams or checksums. It shows which part of the difference between Aviary
 * and the bare route is necessary work.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import { eld } from 'eld/extrasmall'
import Fastify from 'fastify'
import { systemClock } from '../../src/lib/time/clock.ts'
import { batcher } from '../lib/batcher.ts'
import { answerCalls } from '../lib/child.ts'
import {
  type Author,
  type MinimalPost,
  type MinimalStore,
  postgresStore,
  sqliteStore,
} from './minimal-store.ts'

interface TwitterText {
  extractEntitiesWithIndices(text: string): readonly unknown[]
}

const twitterText = createRequire(import.meta.url)('twitter-text') as TwitterText

interface NewPost {
  readonly post: MinimalPost
  author: Author | undefined
}

interface Holder {
  readonly secret: string
  readonly author: string
}

const app = Fastify({ logger: false })
const nonces = new Set<string>()
let store: MinimalStore | undefined
let last = 2n ** 60n
let unindexed: { readonly id: bigint; readonly words: string }[] = []
let indexing: Promise<unknown> = Promise.resolve()

export const methods = {
  openSqlite(file: string): void {
    store = sqliteStore(file)
  },

  openPostgres(url: string): void {
    store = postgresStore(url)
  },

  /** @param holders owners of tokens, by token */
  async serve(consumerSecret: string, holders: Readonly<Record<string, Holder>>): Promise<string> {
    const gathered = batcher<NewPost>(async (asked) => {
      const authors = await store?.store(asked.map(({ post }) => post))
      for (const [at, one] of asked.entries()) one.author = authors?.[at]
    })
    app.post('/1.1/statuses/update.json', async (request, reply) => {
      const { status } = request.query as { status: string }
      const { authorization = '', host = '' } = request.headers
      const holder = holderOf(authorization, { host, status, consumerSecret, holders })
      const asked: NewPost = { post: postOf(status, holder.author), author: undefined }
      await gathered(asked)
      const { post, author } = asked
      if (author === undefined || author.duplicate !== null) throw new Error('unknown author, or a duplicate')
      follow(post, author)
      reply.header('content-type', 'application/json;charset=utf-8')
      return answerOf(post, author)
    })
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
}

interface Signed {
  readonly host: string
  readonly status: string
  readonly consumerSecret: string
  readonly holders: Readonly<Record<string, Holder>>
}

/** The signature covers the parameters as the client encoded them, so nothing is decoded. */
function holderOf(authorization: string, { host, status, consumerSecret, holders }: Signed): Holder {
  const values = new Map<string, string>()
  for (const pair of authorization.slice('OAuth '.length).split(', ')) {
    const end = pair.indexOf('=')
    values.set(pair.slice(0, end), pair.slice(end + 2, -1))
  }
  const signature = decodeURIComponent(values.get('oauth_signature') ?? '')
  const nonce = values.get('oauth_nonce') ?? ''
  const holder = holders[values.get('oauth_token') ?? '']
  const isFresh = Math.abs(Number(values.get('oauth_timestamp')) - systemClock.now() / 1000) < 300
  if (holder === undefined || !isFresh || nonces.has(nonce)) throw new Error('not signed')
  values.delete('oauth_signature')
  values.set('status', encode(status))
  const parameters = [...values.keys()].sort().map((name) => `${name}=${values.get(name)}`)
  const base = `POST&${encode(`http://${host}/1.1/statuses/update.json`)}&${encode(parameters.join('&'))}`
  const expected = createHmac('sha1', `${consumerSecret}&${holder.secret}`).update(base).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64'))) throw new Error('wrong signature')
  nonces.add(nonce)
  return holder
}

function encode(text: string): string {
  const encoded = encodeURIComponent(text)
  if (!/[!'()*]/.test(encoded)) return encoded
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Texts of the bench have no mentions and no links. */
function postOf(status: string, author: string): MinimalPost {
  const text = status.normalize('NFC')
  if (text.length > 280) throw new Error('too long')
  if (/[@#$＠＃.]/.test(text) && twitterText.extractEntitiesWithIndices(text).length > 0) {
    throw new Error('not looked for here')
  }
  const guess = eld.detect(text)
  const lang = guess.isReliable() ? guess.language : 'und'
  last += 1n
  const textKey = hash('sha256', text, 'base64url').slice(0, 16)
  return { id: last, author, text, lang, textKey, now: systemClock.now() }
}

/** The index of recent posts is updated after the response. */
function follow(post: MinimalPost, { screen_name }: Author): void {
  const tokens = post.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const facts = [`from:${post.author}`, `from:${screen_name}`, `lang:${post.lang}`, `conversation:${post.id}`]
  unindexed.push({ id: post.id, words: [...new Set(['*', ...tokens, ...facts])].join(' ') })
  if (unindexed.length < 100) return
  const posts = unindexed
  unindexed = []
  indexing = Promise.all([indexing, store?.index(posts)])
}

function answerOf({ id, text, lang, now }: MinimalPost, author: Author): string {
  return JSON.stringify({
    created_at: new Date(now).toUTCString(),
    id: Number(id),
    id_str: String(id),
    text,
    truncated: false,
    entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
    source: '<a href="" rel="nofollow">bench</a>',
    in_reply_to_status_id: null,
    in_reply_to_status_id_str: null,
    in_reply_to_user_id: null,
    in_reply_to_user_id_str: null,
    in_reply_to_screen_name: null,
    user: userOf(author),
    geo: null,
    coordinates: null,
    place: null,
    contributors: null,
    is_quote_status: false,
    retweet_count: 0,
    favorite_count: 0,
    favorited: false,
    retweeted: false,
    lang,
  })
}

function userOf(author: Author) {
  return {
    id: Number(author.id),
    id_str: String(author.id),
    name: author.name,
    screen_name: author.screen_name,
    location: '',
    description: '',
    url: null,
    entities: { description: { urls: [] } },
    protected: false,
    followers_count: Number(author.followers_count),
    friends_count: Number(author.friends_count),
    listed_count: 0,
    created_at: new Date(Number(author.created_at)).toUTCString(),
    favourites_count: Number(author.favourites_count),
    verified: false,
    statuses_count: Number(author.statuses_count) + 1,
    lang: null,
    profile_image_url_https: 'https://127.0.0.1/default_profile_images/default_profile_normal.png',
    default_profile: true,
    default_profile_image: true,
    following: false,
    follow_request_sent: false,
    notifications: false,
  }
}

answerCalls(methods, async () => {
  await app.close()
  await indexing
  await store?.close()
})
