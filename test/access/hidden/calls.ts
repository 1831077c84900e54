/**
 * Lists the ways in which posts become hidden, and the calls that show these posts before the change
 * (INVARIANTS.md, promise 9). Add new calls to this list.
 */

/**
 * Ways in which a post changes. Callers see a post that is withheld in some countries, and the list of these
 * countries, because the server does not know the country of a caller (spec/labs-lookup.md#missing-objects).
 * Callers see a post that is withheld in all countries without its content. Posts to a Circle are never
 * stored (test/access/archives.test.ts).
 */
export const KINDS = [
  ...(['protected', 'suspended', 'deactivated', 'blocking', 'dropped', 'deleted'] as const),
  ...(['withheld', 'withheld-author'] as const),
  ...(['withheld-everywhere', 'withheld-by-copyright', 'withheld-author-everywhere'] as const),
] as const
export type Kind = (typeof KINDS)[number]

const WITHHELD: readonly Kind[] = ['withheld', 'withheld-author']

/** The follower with an OAuth 2.0 token. Only API v2 accepts this token. */
export const OAUTH2_CALLER = 'follower by OAuth 2.0'

export type Caller = 'app' | 'viewer' | 'follower' | typeof OAUTH2_CALLER

/**
 * Kinds of posts that a caller still sees after the change. A block affects only the blocked user, and a
 * follower sees protected posts.
 */
const STILL_SEEN: Readonly<Record<Caller, readonly Kind[]>> = {
  app: ['blocking', ...WITHHELD],
  viewer: WITHHELD,
  follower: ['protected', 'blocking', ...WITHHELD],
  [OAUTH2_CALLER]: ['protected', 'blocking', ...WITHHELD],
}

/**
 * Kinds of posts that trends count. Trends are equal for all callers, so trends count only posts that
 * everybody may see.
 */
export const IN_TRENDS: readonly Kind[] = ['blocking']

/**
 * A word in the posts of a kind. A response may contain the word only while the caller may see the posts. The
 * word is a hashtag, so that trends can show it.
 */
export function secretOf(kind: Kind): string {
  return `secret${KINDS.indexOf(kind)}${kind.replaceAll('-', '')}`
}

export interface Call {
  /**
   * Path with placeholders for ids in the world: `{own}` stands for the ids of all kinds, separated by commas.
   * For `{own kind}`, the call is made once for each kind, with the id of that kind. `{name}` and
   * `{name kind}` stand for screen names.
   */
  readonly path: string
  /** Callers that make the call. The default is all callers. */
  readonly as?: readonly Caller[]
  /** True if even followers find only public posts (spec/recent-search.md#results). */
  readonly isPublic?: boolean
  /** True if every caller sees only the posts that an app sees (spec/posts.md#embedding). */
  readonly ignoresCaller?: boolean
}

/** Kinds of posts that a call shows after the change. */
export function stillSeen(
  { isPublic = false, ignoresCaller = false }: Call,
  caller: Caller,
): readonly Kind[] {
  const seen = STILL_SEEN[ignoresCaller ? 'app' : caller]
  return KINDS.filter((kind) => seen.includes(kind) && !(isPublic && kind === 'protected'))
}

export const USERS = ['viewer', 'follower'] as const

const V2: readonly Call[] = [
  { path: '/2/tweets?ids={own},{quoted},{quoting},{replying},{reposting}' },
  { path: '/2/tweets/{own kind}' },
  { path: '/2/tweets/{quoting kind}' },
  { path: '/2/tweets/{own kind}/retweets?max_results=100' },
  { path: '/2/users/{author kind}' },
  { path: '/2/users/by?usernames={name}' },
  { path: '/2/users/by/username/{name kind}' },
  { path: '/2/users/{author kind}/tweets?max_results=100' },
  { path: '/2/users/{friend}/tweets?max_results=100' },
  { path: '/2/users/{friend}/liked_tweets?max_results=100' },
  { path: '/2/users/{viewer}/mentions?max_results=100' },
  { path: '/2/users/{self}/timelines/reverse_chronological?max_results=100', as: USERS },
  { path: '/2/users/{self}/bookmarks?max_results=100', as: USERS },
  { path: '/2/lists/{list}/tweets?max_results=100' },
  { path: '/2/lists/{list}/members?max_results=100' },
  { path: '/2/lists/{list}/followers?max_results=100' },
  { path: '/2/tweets/{shared}/quote_tweets?max_results=100' },
  { path: '/2/tweets/{shared}/liking_users' },
  { path: '/2/tweets/{shared}/retweeted_by' },
  { path: '/2/tweets/search/recent?query=zebra&max_results=100', isPublic: true },
  { path: '/2/tweets/search/recent?query=zebra&max_results=100&sort_order=relevancy', isPublic: true },
  { path: '/2/tweets/search/all?query=zebra&max_results=100', as: ['app'] },
  { path: '/2/users?ids={author}' },
  { path: '/2/users/{friend}/following?max_results=100' },
  { path: '/2/users/{friend}/followers?max_results=100' },
  { path: '/2/dm_events?max_results=100', as: USERS },
  { path: '/2/dm_events/{message kind}', as: USERS },
  { path: '/2/dm_conversations/{conversation}/dm_events?max_results=100', as: USERS },
  { path: '/2/dm_conversations/with/{friend}/dm_events?max_results=100', as: USERS },
]

const LABS: readonly Call[] = [
  { path: '/labs/2/tweets?ids={own},{quoted},{quoting},{replying},{reposting}' },
  { path: '/labs/2/tweets/{own kind}' },
  { path: '/labs/2/tweets/{quoting kind}' },
  { path: '/labs/2/users?ids={author}' },
  { path: '/labs/2/users/{author kind}' },
  { path: '/labs/2/users/by?usernames={name}' },
  { path: '/labs/2/users/by/username/{name kind}' },
  { path: '/labs/1/tweets?ids={own}' },
  { path: '/labs/1/tweets/search?query=zebra&max_results=100', isPublic: true },
  { path: '/labs/2/tweets/search?query=zebra&max_results=100', isPublic: true },
]

const V11: readonly Call[] = [
  { path: '/1.1/statuses/lookup.json?id={own},{quoted},{quoting},{replying},{reposting}' },
  { path: '/1.1/statuses/show.json?id={own kind}' },
  { path: '/1.1/statuses/show.json?id={quoting kind}' },
  { path: '/1.1/statuses/show.json?id={reposting kind}' },
  { path: '/1.1/statuses/oembed.json?id={own kind}', ignoresCaller: true },
  { path: '/1.1/statuses/retweets/{own kind}.json' },
  { path: '/1.1/statuses/user_timeline.json?user_id={author kind}&count=200' },
  { path: '/1.1/statuses/user_timeline.json?user_id={friend}&count=200' },
  { path: '/1.1/statuses/home_timeline.json?count=200', as: USERS },
  { path: '/1.1/statuses/mentions_timeline.json?count=200', as: ['viewer'] },
  { path: '/1.1/favorites/list.json?user_id={friend}&count=200' },
  { path: '/1.1/search/tweets.json?q=zebra&count=100', isPublic: true },
  { path: '/1.1/lists/statuses.json?list_id={list}&count=200' },
  { path: '/1.1/lists/members.json?list_id={list}' },
  { path: '/1.1/lists/subscribers.json?list_id={list}' },
  { path: '/1.1/users/show.json?user_id={author kind}' },
  { path: '/1.1/users/lookup.json?user_id={author}' },
  { path: '/1.1/friends/list.json?user_id={friend}&count=200' },
  { path: '/1.1/followers/list.json?user_id={friend}&count=200' },
]

export const CALLS: readonly Call[] = [...V2, ...LABS, ...V11]

/** Kinds of posts that streams of the app still send after the change. */
export const STREAMED = KINDS.filter((kind) => STILL_SEEN.app.includes(kind))

/** Streams of an app. These streams can begin with the posts of the last minutes. */
export const STREAMS: readonly { readonly path: string; readonly rules?: string }[] = [
  { path: '/2/tweets/search/stream', rules: '/2/tweets/search/stream/rules' },
  { path: '/2/tweets/sample/stream' },
  { path: '/labs/1/tweets/stream/filter', rules: '/labs/1/tweets/stream/filter/rules' },
  { path: '/labs/1/tweets/stream/sample' },
]

/** Streams of a user and an app. These streams begin at the present and send only public posts. */
export const USER_APP_STREAMS = [
  '/1.1/statuses/filter.json?track=zebra&follow={friend}',
  '/1.1/statuses/sample.json',
] as const

/** The streams, each with the callers that open it. */
export const LIVE: readonly Call[] = [
  ...STREAMS.map(({ path }): Call => ({ path, as: ['app'] })),
  ...USER_APP_STREAMS.map((path): Call => ({ path, as: USERS, isPublic: true })),
]

export const TRENDS = ['/2/trends/by/woeid/1', '/1.1/trends/place.json?id=1'] as const

const POST_EXPANSIONS =
  'author_id,referenced_tweets.id,referenced_tweets.id.author_id,in_reply_to_user_id,entities.mentions.username'

/**
 * Fields of posts. No caller is the author, so no response may contain the private metrics among these
 * fields.
 */
const POST_FIELDS = 'text,referenced_tweets,withheld,non_public_metrics,organic_metrics,promoted_metrics'

const QUERIES: readonly (readonly [start: string, query: string])[] = [
  ['/labs/1/tweets/stream/', `format=detailed&expansions=${POST_EXPANSIONS}`],
  ['/1.1/', 'tweet_mode=extended'],
  [
    '/2/dm_',
    `expansions=sender_id,referenced_tweets.id&dm_event.fields=referenced_tweets&tweet.fields=${POST_FIELDS}`,
  ],
  ['/labs/1/', 'format=detailed'],
  ['/labs/2/users', `expansions=pinned_tweet_id&tweet.fields=${POST_FIELDS}`],
  ['/labs/', `expansions=${POST_EXPANSIONS}&tweet.fields=${POST_FIELDS}`],
  [
    '/2/',
    `expansions=${POST_EXPANSIONS},pinned_tweet_id,most_recent_tweet_id&tweet.fields=${POST_FIELDS},note_tweet&user.fields=description`,
  ],
]

/** The path, with the parameters that give the largest response of the call. */
export function showingMost(path: string): string {
  const [, query = ''] = QUERIES.find(([start]) => path.startsWith(start)) ?? []
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}
