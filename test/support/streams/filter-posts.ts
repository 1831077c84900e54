/** Converts recorded v1.1 objects to the posts that rules match (spec/rule-language.md#matching). */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FilterPost, FilterUser, MediaKind } from '../../../src/filter/post.ts'

interface Status {
  readonly id_str: string
  readonly text?: string
  readonly full_text?: string
  readonly extended_tweet?: Pick<Status, 'full_text' | 'entities' | 'extended_entities'>
  readonly entities?: Entities
  readonly extended_entities?: Entities
  readonly user?: { readonly id_str: string; readonly screen_name?: string; readonly verified?: boolean }
  readonly lang?: string | null
  readonly in_reply_to_status_id_str?: string | null
  readonly in_reply_to_user_id_str?: string | null
  readonly in_reply_to_screen_name?: string | null
  readonly retweeted_status?: Status
  readonly quoted_status?: Status
  readonly is_quote_status?: boolean
}

interface Entities {
  readonly hashtags?: readonly { readonly text: string }[]
  readonly user_mentions?: readonly { readonly screen_name: string }[]
  readonly urls?: readonly {
    readonly url: string
    readonly expanded_url?: string | null
    readonly unwound?: { readonly url?: string }
  }[]
  readonly media?: readonly { readonly type: string }[]
}

const ESCAPES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const MEDIA_KINDS: readonly MediaKind[] = ['photo', 'video', 'animated_gif']

/** Reads the posts in a gzip file of JSON lines. Statuses without an author are skipped. */
export function readFilterPosts(path: string | URL): FilterPost[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
  return lines
    .map((line) => JSON.parse(line) as Status)
    .filter((status) => status.user?.screen_name !== undefined)
    .map(filterPostOf)
}

/** Converts a v1.1 object to a post that rules match. */
export function filterPostOf(status: Status): FilterPost {
  const original = status.retweeted_status
  const content = original ?? status
  const contents = [content, ...(content.quoted_status === undefined ? [] : [content.quoted_status])]
  const entities = contents.map(entitiesOf)
  return {
    id: BigInt(status.id_str),
    texts: contents.map(textOf),
    hashtags: entities.flatMap(({ hashtags = [] }) => hashtags.map(({ text }) => text)),
    mentions: entities.flatMap((all) => (all.user_mentions ?? []).map((user) => user.screen_name)),
    urls: entities.flatMap(({ urls = [] }) => urls.flatMap(formsOf)),
    media: contents.flatMap(mediaOf),
    author: userOf(status.user) ?? { id: 0n, name: '' },
    isVerified: status.user?.verified === true,
    isReply: typeof status.in_reply_to_status_id_str === 'string',
    replyTo: userOf({
      id_str: status.in_reply_to_user_id_str ?? undefined,
      screen_name: status.in_reply_to_screen_name ?? undefined,
    }),
    repostOf: userOf(original?.user),
    isQuote: original === undefined && status.is_quote_status === true,
    lang: status.lang ?? undefined,
    contexts: [],
    entityNames: [],
    conversationId: undefined,
    ...NO_LATER_FACTS,
  }
}

/** Facts about a post that only the rule operators of API v2 test. */
const NO_LATER_FACTS = {
  cashtags: [],
  source: undefined,
  urlTitles: [],
  urlDescriptions: [],
  bio: { description: '', name: '', location: '' },
  counts: { followers: 0, following: 0, posts: 0, listed: 0 },
  inReplyToId: undefined,
  repostedId: undefined,
  quotedId: undefined,
  geo: undefined,
} as const

function textOf(status: Status): string {
  const text = status.extended_tweet?.full_text ?? status.full_text ?? status.text ?? ''
  return text.replace(/&(amp|lt|gt);/g, (found) => ESCAPES[found] ?? found)
}

function entitiesOf(status: Status): Entities {
  return status.extended_tweet?.entities ?? status.entities ?? {}
}

function mediaOf(status: Status): MediaKind[] {
  const entities = status.extended_tweet?.extended_entities ?? status.extended_entities
  return (entities?.media ?? entitiesOf(status).media ?? []).flatMap(
    ({ type }) => MEDIA_KINDS.find((kind) => kind === type) ?? [],
  )
}

function formsOf({ url, expanded_url, unwound }: NonNullable<Entities['urls']>[number]): string[] {
  return [url, expanded_url, unwound?.url].filter((form) => typeof form === 'string')
}

function userOf(
  user: { readonly id_str?: string | undefined; readonly screen_name?: string | undefined } | undefined,
): FilterUser | undefined {
  if (user?.id_str === undefined || user.screen_name === undefined) return undefined
  return { id: BigInt(user.id_str), name: user.screen_name }
}
