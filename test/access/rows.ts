/**
 * The table of endpoints: what each is about, who may call it, and every way in which it is told of whom.
 *
 * Written from the specification (spec/followers.md#target, spec/users.md#user-object, spec/relations.md#relationship,
 * spec/limits.md#v11-limits), not from the declarations: what is here is what must be so. An endpoint without a row
 * fails the suite.
 */
import type { Person } from './world.ts'

/** What an endpoint is about. */
export type About =
  | 'followers'
  | 'friends'
  | 'user'
  | 'users'
  | 'search'
  | 'relationship'
  | 'connections'
  | 'follow'
  | 'unfollow'
  | 'accept'
  | 'deny'
  | 'wishes'
  | 'block'
  | 'unblock'
  | 'mute'
  | 'unmute'
  | 'own blocks'
  | 'own mutes'
  | 'own incoming'
  | 'own outgoing'
  | 'own spurned'
  | 'own account'
  | 'no user'

/** Those who can be named beside the target. */
export interface Bystanders {
  /** Public, and follows every target. */
  readonly fan: Person
  /** Protected, and follows every target. Nobody who calls follows it. */
  readonly recluse: Person
}

/** One way of asking. */
export interface Way {
  /** Path and query. */
  url(path: string, target: Person, bystanders: Bystanders): string
  /** Who is named beside the target, and how; the caller itself is the source where nobody is named. */
  readonly beside?: 'fan' | 'recluse as source' | 'recluse as target'
  /** Set where it makes no difference who the target is. */
  readonly namesNobody?: true
  /** Of a search: by the exact screen name, or by a word that all targets share. */
  readonly by?: 'screen name' | 'word'
}

export interface Row {
  readonly about: About
  /** Whether a bearer token is taken. */
  readonly takesApps: boolean
  readonly writes: boolean
  readonly ways: readonly Way[]
  /** Set where a good call cannot be made again and again; its refusals are tried all the same. */
  readonly onlyRefusals?: true
}

/** A word in the names of every target and of everybody who is hidden. */
export const SHARED_WORD = 'Plumage'

function query(of: (target: Person, bystanders: Bystanders) => string, more: Partial<Way> = {}): Way {
  return { url: (path, target, bystanders) => `${path}?${of(target, bystanders)}`, ...more }
}

const BY_ID = query(({ id }) => `user_id=${id}`)
const BY_NAME = query(({ screenName }) => `screen_name=${screenName}`)
const WHOM = [BY_ID, BY_NAME]

/** The caller's own things, whomever it names. */
const OWN: readonly Way[] = [
  query(({ id, screenName }) => `user_id=${id}&screen_name=${screenName}`),
  { url: (path) => path, namesNobody: true },
]

const LISTED = [
  ...WHOM,
  query(({ id }, { fan }) => `user_id=${fan.id},${id}`, { beside: 'fan' }),
  query(({ screenName }, { fan }) => `screen_name=${screenName},${fan.screenName}`, { beside: 'fan' }),
  query(({ screenName }, { fan }) => `user_id=${fan.id}&screen_name=${screenName}`, { beside: 'fan' }),
]

function read(about: About, ways: readonly Way[], takesApps = true): Row {
  return { about, takesApps, writes: false, ways }
}

function own(about: About): Row {
  return read(about, OWN, false)
}

function change(about: About, ways: readonly Way[] = WHOM): Row {
  return { about, takesApps: false, writes: true, ways }
}

/** By method and first path. */
export const ROWS: Readonly<Record<string, Row>> = {
  'GET /1.1/followers/ids.json': read('followers', WHOM),
  'GET /1.1/followers/list.json': read('followers', WHOM),
  'GET /1.1/friends/ids.json': read('friends', WHOM),
  'GET /1.1/friends/list.json': read('friends', WHOM),
  'GET /1.1/users/show.json': read('user', [
    ...WHOM,
    query(({ id }) => `id=${id}`),
    { url: (path, { id }) => path.replace('.json', `/${id}.json`) },
    { url: (path, { screenName }) => path.replace('.json', `/${screenName}.json`) },
  ]),
  'GET /1.1/users/lookup.json': read('users', LISTED),
  'POST /1.1/users/lookup.json': read('users', LISTED),
  'GET /1.1/users/search.json': read(
    'search',
    [
      query(({ screenName }) => `q=${screenName}`, { by: 'screen name' }),
      query(({ screenName }) => `q=%40${screenName.toUpperCase()}`, { by: 'screen name' }),
      query(() => `q=${SHARED_WORD}`, { by: 'word' }),
    ],
    false,
  ),
  'GET /1.1/friendships/show.json': read('relationship', [
    query(({ id }) => `target_id=${id}`),
    query(({ screenName }) => `target_screen_name=${screenName}`),
    query(({ id }, { recluse }) => `source_id=${recluse.id}&target_id=${id}`, {
      beside: 'recluse as source',
    }),
    query(
      ({ screenName }, { recluse }) =>
        `source_screen_name=${screenName}&target_screen_name=${recluse.screenName}`,
      { beside: 'recluse as target' },
    ),
  ]),
  'GET /1.1/friendships/lookup.json': read('connections', LISTED, false),
  'POST /1.1/friendships/create.json': change('follow'),
  'POST /1.1/friendships/destroy.json': change('unfollow'),
  'POST /1.1/friendships/update.json': change('wishes'),
  'POST /1.1/friendships/accept.json': change('accept'),
  'POST /1.1/friendships/deny.json': change('deny'),
  'POST /1.1/blocks/create.json': change('block'),
  'POST /1.1/blocks/destroy.json': change('unblock'),
  'POST /1.1/mutes/users/create.json': change('mute'),
  'POST /1.1/mutes/users/destroy.json': change('unmute'),
  'GET /1.1/blocks/ids.json': own('own blocks'),
  'GET /1.1/blocks/list.json': own('own blocks'),
  'GET /1.1/mutes/users/ids.json': own('own mutes'),
  'GET /1.1/mutes/users/list.json': own('own mutes'),
  'GET /1.1/friendships/incoming.json': own('own incoming'),
  'GET /1.1/friendships/outgoing.json': own('own outgoing'),
  'GET /1.1/friendships/no_retweets/ids.json': own('own spurned'),
  'GET /1.1/account/verify_credentials.json': own('own account'),
  'GET /1.1/account/settings.json': own('own account'),
  'POST /1.1/account/settings.json': change('own account', OWN),
  'POST /1.1/account/update_profile.json': change('own account', OWN),
  'GET /1.1/application/rate_limit_status.json': read('no user', OWN),
  // What is the caller's own is tested beside the endpoints; here, who may call them at all.
  'POST /1.1/media/upload.json': { ...change('no user', OWN), onlyRefusals: true },
  'GET /1.1/media/upload.json': { ...own('no user'), onlyRefusals: true },
  'POST /1.1/media/metadata/create.json': { ...change('no user', OWN), onlyRefusals: true },
  'POST /1.1/oauth/invalidate_token.json': {
    ...own('no user'),
    // It ends the token that asks.
    onlyRefusals: true,
  },
}

/** Families in which nobody is asked who calls, and why their endpoints have no rows. */
export const FAMILIES_WITHOUT_USERS: Readonly<Record<string, string>> = {
  pages: 'a visitor sees its own account and its own apps, known by a cookie',
  reference: 'documents about the endpoints',
  images: 'the same picture for everybody',
}

const OF_MESSAGES = 'the messages of the two who have them: messages.test.ts asks as everybody'

const OF_POSTS = 'the posts of users: posts.test.ts asks as everybody about everybody'

const OF_PREVIEWS = 'previews.test.ts asks as everybody about everybody'

const OF_WRITING = 'posts of the user who asks: tweets-write.test.ts edits those of others, seen and unseen'

const OF_DELETING =
  'posts of the user who asks: tweets-delete.test.ts asks for those of others, seen and unseen'

const OF_HIDING = 'replies in conversations of the user who asks: hidden.ts asks as others'

const OF_SEARCHES =
  'posts that everybody may see: search.test.ts judges by nobody’s eyes, and tweets.test.ts blocks the caller'
const OF_JOBS = 'ids that an app uploads itself: jobs.test.ts asks as another app, and without the key'
const OF_RULES = 'rules of the app that asks: rules.test.ts asks as another one'
const OF_BACKTESTS =
  'posts that everybody may see: backtest.test.ts hides some in every way; rules of the app that asks: compare.test.ts asks for those of another one'
const OF_STREAMS =
  'posts that everybody may see: post-stream-suite.ts posts as protected and suspended users, and posts that are dropped'

/** Other endpoints without a row, and what they are about instead. */
export const WITHOUT_USERS: Readonly<Record<string, string>> = {
  'POST /1.1/account_activity/all/:env_name/webhooks.json': 'an app and its webhooks',
  'GET /1.1/account_activity/all/:env_name/webhooks.json': 'an app and its webhooks',
  'GET /1.1/account_activity/all/webhooks.json': 'an app and its webhooks',
  'PUT /1.1/account_activity/all/:env_name/webhooks/:webhook_id.json': 'an app and its webhooks',
  'DELETE /1.1/account_activity/all/:env_name/webhooks/:webhook_id.json': 'an app and its webhooks',
  'POST /1.1/account_activity/webhooks.json': 'an app and its webhooks',
  'GET /1.1/account_activity/webhooks.json': 'an app and its webhooks',
  'PUT /1.1/account_activity/webhooks/:webhook_id.json': 'an app and its webhooks',
  'DELETE /1.1/account_activity/webhooks/:webhook_id.json': 'an app and its webhooks',
  'POST /1.1/account_activity/all/:env_name/subscriptions.json':
    'what an app may hear of the user whose token signs',
  'GET /1.1/account_activity/all/:env_name/subscriptions.json':
    'what an app may hear of the user whose token signs',
  'DELETE /1.1/account_activity/all/:env_name/subscriptions.json':
    'what an app may hear of the user whose token signs',
  'POST /1.1/account_activity/webhooks/:webhook_id/subscriptions/all.json':
    'what an app may hear of the user whose token signs',
  'GET /1.1/account_activity/webhooks/:webhook_id/subscriptions/all.json':
    'what an app may hear of the user whose token signs',
  'DELETE /1.1/account_activity/all/:env_name/subscriptions/:user_id.json':
    'users by whose leave the app hears of them',
  'DELETE /1.1/account_activity/webhooks/:webhook_id/subscriptions/:user_id/all.json':
    'users by whose leave the app hears of them',
  'GET /1.1/account_activity/all/:env_name/subscriptions/list.json':
    'users by whose leave the app hears of them',
  'GET /1.1/account_activity/webhooks/:webhook_id/subscriptions/all/list.json':
    'users by whose leave the app hears of them',
  'GET /1.1/account_activity/all/subscriptions/count.json': 'how many users an app hears of',
  'GET /1.1/account_activity/subscriptions/count.json': 'how many users an app hears of',
  'POST /1.1/account_activity/replay/webhooks/:webhook_id/subscriptions/all.json': 'an app and its webhooks',
  'POST /oauth/request_token': 'an app and its request token',
  'GET /oauth/request_token': 'an app and its request token',
  'POST /oauth/access_token': 'a request token, and the user who approved it',
  'GET /oauth/access_token': 'a request token, and the user who approved it',
  'POST /oauth2/token': 'an app and its bearer token',
  'POST /oauth2/invalidate_token': 'an app and its bearer token',
  'POST /1.1/direct_messages/events/new.json': OF_MESSAGES,
  'GET /1.1/direct_messages/events/list.json': OF_MESSAGES,
  'GET /1.1/direct_messages/events/show.json': OF_MESSAGES,
  'DELETE /1.1/direct_messages/events/destroy.json': OF_MESSAGES,
  'POST /1.1/direct_messages/indicate_typing.json': OF_MESSAGES,
  'POST /1.1/direct_messages/mark_read.json': OF_MESSAGES,
  'POST /1.1/direct_messages/welcome_messages/new.json': OF_MESSAGES,
  'PUT /1.1/direct_messages/welcome_messages/update.json': OF_MESSAGES,
  'GET /1.1/direct_messages/welcome_messages/show.json': OF_MESSAGES,
  'GET /1.1/direct_messages/welcome_messages/list.json': OF_MESSAGES,
  'DELETE /1.1/direct_messages/welcome_messages/destroy.json': OF_MESSAGES,
  'POST /1.1/direct_messages/welcome_messages/rules/new.json': OF_MESSAGES,
  'GET /1.1/direct_messages/welcome_messages/rules/show.json': OF_MESSAGES,
  'GET /1.1/direct_messages/welcome_messages/rules/list.json': OF_MESSAGES,
  'DELETE /1.1/direct_messages/welcome_messages/rules/destroy.json': OF_MESSAGES,
  'POST /1.1/favorites/create.json': OF_POSTS,
  'POST /1.1/favorites/destroy.json': OF_POSTS,
  'GET /1.1/favorites/list.json': OF_POSTS,
  'POST /1.1/statuses/destroy/:id.json': OF_POSTS,
  'GET /1.1/statuses/home_timeline.json': OF_POSTS,
  'GET /1.1/statuses/lookup.json': OF_POSTS,
  'POST /1.1/statuses/lookup.json': OF_POSTS,
  'GET /1.1/statuses/mentions_timeline.json': OF_POSTS,
  'GET /1.1/statuses/oembed.json': OF_POSTS,
  'POST /1.1/statuses/retweet/:id.json': OF_POSTS,
  'GET /1.1/statuses/retweeters/ids.json': OF_POSTS,
  'GET /1.1/statuses/retweets/:id.json': OF_POSTS,
  'GET /1.1/statuses/retweets_of_me.json': OF_POSTS,
  'GET /1.1/statuses/show.json': OF_POSTS,
  'POST /1.1/statuses/unretweet/:id.json': OF_POSTS,
  'POST /1.1/statuses/update.json': OF_POSTS,
  'GET /1.1/statuses/user_timeline.json': OF_POSTS,
  'GET /labs/2/openapi.json': 'a document about endpoints',
  'GET /2/openapi.json': 'a document about endpoints',
  'GET /labs/2/tweets': OF_PREVIEWS,
  'GET /labs/2/tweets/:id': OF_PREVIEWS,
  'GET /labs/2/users': OF_PREVIEWS,
  'GET /labs/2/users/:id': OF_PREVIEWS,
  'GET /labs/2/users/by': OF_PREVIEWS,
  'GET /labs/2/users/by/username/:username': OF_PREVIEWS,
  'GET /2/tweets': OF_PREVIEWS,
  'GET /2/tweets/:id': OF_PREVIEWS,
  'GET /2/users': OF_PREVIEWS,
  'GET /2/users/:id': OF_PREVIEWS,
  'GET /2/users/by': OF_PREVIEWS,
  'GET /2/users/by/username/:username': OF_PREVIEWS,
  'GET /2/users/:id/followers': OF_PREVIEWS,
  'GET /2/users/:id/following': OF_PREVIEWS,
  'PUT /labs/2/tweets/:id/hidden': OF_HIDING,
  'PUT /2/tweets/:id/hidden': OF_HIDING,
  'POST /2/tweets': OF_WRITING,
  'DELETE /2/tweets/:id': OF_DELETING,
  'GET /1.1/help/configuration.json': 'limits and names that are the same for everybody',
  'GET /1.1/help/languages.json': 'limits and names that are the same for everybody',
  'GET /labs/1/tweets/metrics/private': 'figures of own posts: private.test.ts asks for those of others',
  'GET /labs/2/rules/explain':
    'a post that everybody may see: explain.test.ts asks for one that is protected',
  'GET /labs/2/rules/counts': OF_RULES,
  'GET /labs/2/rules/backtest': OF_BACKTESTS,
  'GET /labs/2/rules/compare': OF_BACKTESTS,
  'GET /1.1/search/tweets.json': OF_SEARCHES,
  'GET /labs/2/tweets/search': OF_SEARCHES,
  'GET /2/tweets/search/recent': OF_SEARCHES,
  'POST /2/compliance/jobs': OF_JOBS,
  'GET /2/compliance/jobs': OF_JOBS,
  'GET /2/compliance/jobs/:id': OF_JOBS,
  'PUT /2/compliance/jobs/:id/upload': OF_JOBS,
  'GET /2/compliance/jobs/:id/download': OF_JOBS,
  'GET /labs/2/usage': 'an app and its projects',
  'GET /labs/1/tweets/stream/filter/rules': OF_RULES,
  'POST /labs/1/tweets/stream/filter/rules': OF_RULES,
  'GET /2/tweets/search/stream/rules': OF_RULES,
  'POST /2/tweets/search/stream/rules': OF_RULES,
  'GET /labs/1/tweets/stream/filter': OF_STREAMS,
  'GET /labs/1/tweets/stream/sample': OF_STREAMS,
  'GET /2/tweets/search/stream': OF_STREAMS,
  'GET /2/tweets/sample/stream': OF_STREAMS,
  'GET /1.1/ton/data/dm/:event_id/:media_id/:file':
    'a medium of a message, for whom has the message: src/api/1.1/ton/data/dm.test.ts asks as everybody else',
  'GET /stream/compliance/accounts/:account_name/publishers/:publisher/:stream_label.json':
    'what happens to all users, hidden ones above all, for the console account that may know',
}

/** Parameters by which somebody is named: a row must use all that its endpoint declares. */
export const NAMING_PARAMETERS: readonly string[] = [
  'user_id',
  'screen_name',
  'id',
  'q',
  'source_id',
  'source_screen_name',
  'target_id',
  'target_screen_name',
]

/** Parameters by which nobody is named. A new parameter must be put into one of the two lists. */
export const OTHER_PARAMETERS: readonly string[] = [
  'additional_owners',
  'allow_dms_from',
  'command',
  'count',
  'cursor',
  'description',
  'device',
  'end_time',
  'event_id',
  'file',
  'follow',
  'geocode',
  'include_email',
  'include_entities',
  'include_user_entities',
  'key',
  'lang',
  'last_read_event_id',
  'locale',
  'location',
  'max_results',
  'media',
  'media_category',
  'media_data',
  'media_id',
  'media_type',
  'name',
  'next_token',
  'page',
  'profile_link_color',
  'protected',
  'query',
  'recipient_id',
  'resources',
  'result_type',
  'retweets',
  'segment_index',
  'shared',
  'skip_status',
  'start_time',
  'status',
  'stringify_ids',
  'total_bytes',
  'tweet_mode',
  'type',
  'until',
  'until_id',
  'url',
]
