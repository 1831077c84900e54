/**
 * The table of endpoints: their subject, the callers that they accept, and all kinds of parameters that name a user.
 *
 * Source: the specification (spec/followers.md#target, spec/users.md#user-object, spec/relations.md#relationship,
 * spec/limits.md#v11-limits), not the declarations of endpoints. The suite fails for an endpoint without a row.
 */
import type { Person } from './world.ts'

/** The subject that the requests of an endpoint are about. */
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
  | 'settings'
  | 'block'
  | 'unblock'
  | 'mute'
  | 'unmute'
  | 'own blocks'
  | 'own mutes'
  | 'own incoming'
  | 'own outgoing'
  | 'own no-retweets'
  | 'own account'
  | 'no user'

/** Users that a request can name together with the target. */
export interface Bystanders {
  /** A public user who follows every target. */
  readonly fan: Person
  /** A protected user who follows every target. No caller follows this user. */
  readonly recluse: Person
}

/** One kind of request. */
export interface Way {
  /** Path and query. */
  url(path: string, target: Person, bystanders: Bystanders): string
  /**
   * The user that the request names together with the target, and the role of that user. When undefined, the caller
   * is the source.
   */
  readonly with?: 'fan' | 'recluse as source' | 'recluse as target'
  /** Set if the request does not depend on the target. */
  readonly hasNoTarget?: true
  /** Used in searches: the query is either the exact screen name, or a word that all targets share. */
  readonly by?: 'screen name' | 'word'
}

export interface Row {
  readonly about: About
  /** True if the endpoint accepts bearer tokens. */
  readonly takesApps: boolean
  readonly writes: boolean
  readonly ways: readonly Way[]
  /** Set if the endpoint accepts OAuth 2.0 tokens of users. */
  readonly takesOAuth2?: true
  /** Set if a successful call cannot be repeated. In that case, only refusals are tested. */
  readonly onlyRefusals?: true
}

/** A word in the names of all targets and of all hidden users. */
export const SHARED_WORD = 'Plumage'

function query(of: (target: Person, bystanders: Bystanders) => string, more: Partial<Way> = {}): Way {
  return { url: (path, target, bystanders) => `${path}?${of(target, bystanders)}`, ...more }
}

const BY_ID = query(({ id }) => `user_id=${id}`)
const BY_NAME = query(({ screenName }) => `screen_name=${screenName}`)
const BY_USER = [BY_ID, BY_NAME]

/** Requests for data about the caller, even if the request names another user. */
const OWN: readonly Way[] = [
  query(({ id, screenName }) => `user_id=${id}&screen_name=${screenName}`),
  { url: (path) => path, hasNoTarget: true },
]

const IN_LISTS = [
  ...BY_USER,
  query(({ id }, { fan }) => `user_id=${fan.id},${id}`, { with: 'fan' }),
  query(({ screenName }, { fan }) => `screen_name=${screenName},${fan.screenName}`, { with: 'fan' }),
  query(({ screenName }, { fan }) => `user_id=${fan.id}&screen_name=${screenName}`, { with: 'fan' }),
]

function read(about: About, ways: readonly Way[], takesApps = true): Row {
  return { about, takesApps, writes: false, ways }
}

function own(about: About): Row {
  return read(about, OWN, false)
}

function change(about: About, ways: readonly Way[] = BY_USER): Row {
  return { about, takesApps: false, writes: true, ways }
}

/** Rows by method and first path. */
export const ROWS: Readonly<Record<string, Row>> = {
  'GET /1.1/followers/ids.json': read('followers', BY_USER),
  'GET /1.1/followers/list.json': read('followers', BY_USER),
  'GET /1.1/friends/ids.json': read('friends', BY_USER),
  'GET /1.1/friends/list.json': read('friends', BY_USER),
  'GET /1.1/users/show.json': read('user', [
    ...BY_USER,
    query(({ id }) => `id=${id}`),
    { url: (path, { id }) => path.replace('.json', `/${id}.json`) },
    { url: (path, { screenName }) => path.replace('.json', `/${screenName}.json`) },
  ]),
  'GET /1.1/users/lookup.json': read('users', IN_LISTS),
  'POST /1.1/users/lookup.json': read('users', IN_LISTS),
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
      with: 'recluse as source',
    }),
    query(
      ({ screenName }, { recluse }) =>
        `source_screen_name=${screenName}&target_screen_name=${recluse.screenName}`,
      { with: 'recluse as target' },
    ),
  ]),
  'GET /1.1/friendships/lookup.json': read('connections', IN_LISTS, false),
  'POST /1.1/friendships/create.json': change('follow'),
  'POST /1.1/friendships/destroy.json': change('unfollow'),
  'POST /1.1/friendships/update.json': change('settings'),
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
  'GET /1.1/friendships/no_retweets/ids.json': own('own no-retweets'),
  'GET /1.1/account/verify_credentials.json': own('own account'),
  'GET /1.1/account/settings.json': own('own account'),
  'POST /1.1/account/settings.json': change('own account', OWN),
  'POST /1.1/account/update_profile.json': change('own account', OWN),
  'GET /1.1/application/rate_limit_status.json': read('no user', OWN),
  // This row covers only the access. The tests of the endpoints cover the data.
  'POST /1.1/media/upload.json': { ...change('no user', OWN), takesOAuth2: true, onlyRefusals: true },
  'GET /1.1/media/upload.json': { ...own('no user'), takesOAuth2: true, onlyRefusals: true },
  'POST /1.1/media/metadata/create.json': { ...change('no user', OWN), onlyRefusals: true },
  'POST /1.1/oauth/invalidate_token.json': {
    ...own('no user'),
    // A successful request makes its own token invalid.
    onlyRefusals: true,
  },
}

/** Families of endpoints that do not authenticate with keys, with the reason why their endpoints have no rows. */
export const FAMILIES_WITHOUT_USERS: Readonly<Record<string, string>> = {
  pages: 'visitors see only their own account and apps, which a cookie identifies',
  reference: 'documents about the endpoints',
  images: 'the same picture for all callers',
  network: 'the same page for all readers: test/pages tests all states of users and posts',
  'console-pages': 'the same files for all callers',
  console: 'sessions instead of tokens: console.test.ts tests all callers',
}

const OF_MESSAGES = 'messages of two users: messages.test.ts tests all callers'

const OF_POSTS = 'posts of users: posts.test.ts tests all callers and authors'

const OF_LISTS = 'lists of users: lists.test.ts tests all callers and owners'

const OF_PREVIEWS = 'previews.test.ts tests all callers and users'

const OF_WRITING = 'posts of the caller: tweets-write.test.ts edits visible and hidden posts of other users'

const OF_DELETING =
  'posts of the caller: tweets-delete.test.ts deletes visible and hidden posts of other users'

const OF_HIDING = 'replies in conversations of the caller: hidden.ts tests other callers'

const OF_ACTIONS =
  'likes, reposts, bookmarks and relations of the caller: the tests name hidden posts and users, and other callers'
const OF_SPACES = 'Aviary has no Spaces, so there is no object of a user'
const OF_UPLOADS = 'uploads of the caller: upload.test.ts requests an upload as another user'
const OF_ENTERPRISES = 'refused to every caller'

const OF_SEARCHES =
  'public posts: search.test.ts searches without a viewer, and tweets.test.ts as a blocked caller'
const OF_COUNTS = 'public posts: search.test.ts compares counts with searches while posts are hidden'
const OF_JOBS = 'ids that an app uploads itself: jobs.test.ts tests another app, and requests without the key'
const OF_RULES = 'rules of the calling app: rules.test.ts tests another app'
const OF_BACKTESTS =
  'public posts: backtest.test.ts hides posts in every way; rules of the calling app: compare.test.ts tests rules of another app'
const OF_CONVERSATIONS = 'conversations of the caller: their tests try users who are not members'
const OF_V11_STREAMS =
  'public posts: filter.test.ts tests protected and suspended authors, authors who block the caller, and dropped posts'
const OF_USER_STREAMS =
  'messages for the caller and users of the app: user.test.ts and site.test.ts test hidden, protected and blocked users'
const OF_PLACES = 'places, which have no owner'
const OF_SAVED_SEARCHES = 'saved searches of the caller: the tests try saved searches of another user'
const OF_PICTURES = 'pictures of the caller: profile_images.test.ts tests hidden users'
const OF_STREAMS =
  'public posts: post-stream-suite.ts tests protected and suspended authors, and dropped posts'

/** Further endpoints without a row, each with the reason. */
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
    'events of the user whose token signs the request',
  'GET /1.1/account_activity/all/:env_name/subscriptions.json':
    'events of the user whose token signs the request',
  'DELETE /1.1/account_activity/all/:env_name/subscriptions.json':
    'events of the user whose token signs the request',
  'POST /1.1/account_activity/webhooks/:webhook_id/subscriptions/all.json':
    'events of the user whose token signs the request',
  'GET /1.1/account_activity/webhooks/:webhook_id/subscriptions/all.json':
    'events of the user whose token signs the request',
  'DELETE /1.1/account_activity/all/:env_name/subscriptions/:user_id.json':
    'users who have authorized the app',
  'DELETE /1.1/account_activity/webhooks/:webhook_id/subscriptions/:user_id/all.json':
    'users who have authorized the app',
  'GET /1.1/account_activity/all/:env_name/subscriptions/list.json': 'users who have authorized the app',
  'GET /1.1/account_activity/webhooks/:webhook_id/subscriptions/all/list.json':
    'users who have authorized the app',
  'GET /1.1/account_activity/all/subscriptions/count.json': 'number of users who have authorized the app',
  'GET /1.1/account_activity/subscriptions/count.json': 'number of users who have authorized the app',
  'POST /1.1/account_activity/replay/webhooks/:webhook_id/subscriptions/all.json': 'an app and its webhooks',
  'POST /oauth/request_token': 'an app and its request token',
  'GET /oauth/request_token': 'an app and its request token',
  'POST /oauth/access_token': 'a request token, and the user who approved it',
  'GET /oauth/access_token': 'a request token, and the user who approved it',
  'POST /oauth2/token': 'an app and its bearer token',
  'POST /2/oauth2/token': 'a client, codes and tokens: test/http/oauth2-attacks.test.ts',
  'POST /2/oauth2/revoke': 'a client and its tokens: test/http/oauth2-attacks.test.ts',
  'POST /oauth2/invalidate_token': 'an app and its bearer token',
  'GET /1.1/direct_messages.json': OF_MESSAGES,
  'GET /1.1/direct_messages/sent.json': OF_MESSAGES,
  'GET /1.1/direct_messages/show.json': OF_MESSAGES,
  'POST /1.1/direct_messages/new.json': OF_MESSAGES,
  'POST /1.1/direct_messages/destroy.json': OF_MESSAGES,
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
  'GET /1.1/lists/list.json': OF_LISTS,
  'GET /1.1/lists/ownerships.json': OF_LISTS,
  'GET /1.1/lists/subscriptions.json': OF_LISTS,
  'GET /1.1/lists/memberships.json': OF_LISTS,
  'GET /1.1/lists/show.json': OF_LISTS,
  'GET /1.1/lists/statuses.json': OF_LISTS,
  'GET /1.1/lists/members.json': OF_LISTS,
  'GET /1.1/lists/subscribers.json': OF_LISTS,
  'GET /1.1/lists/members/show.json': OF_LISTS,
  'GET /1.1/lists/subscribers/show.json': OF_LISTS,
  'POST /1.1/lists/create.json': OF_LISTS,
  'POST /1.1/lists/update.json': OF_LISTS,
  'POST /1.1/lists/destroy.json': OF_LISTS,
  'POST /1.1/lists/members/create.json': OF_LISTS,
  'POST /1.1/lists/members/create_all.json': OF_LISTS,
  'POST /1.1/lists/members/destroy.json': OF_LISTS,
  'POST /1.1/lists/members/destroy_all.json': OF_LISTS,
  'POST /1.1/lists/subscribers/create.json': OF_LISTS,
  'POST /1.1/lists/subscribers/destroy.json': OF_LISTS,
  'POST /2/lists': OF_LISTS,
  'GET /2/lists/:id': OF_LISTS,
  'PUT /2/lists/:id': OF_LISTS,
  'DELETE /2/lists/:id': OF_LISTS,
  'GET /2/lists/:id/tweets': OF_LISTS,
  'GET /2/lists/:id/members': OF_LISTS,
  'POST /2/lists/:id/members': OF_LISTS,
  'DELETE /2/lists/:id/members/:user_id': OF_LISTS,
  'GET /2/lists/:id/followers': OF_LISTS,
  'GET /2/users/:id/owned_lists': OF_LISTS,
  'GET /2/users/:id/followed_lists': OF_LISTS,
  'POST /2/users/:id/followed_lists': OF_LISTS,
  'DELETE /2/users/:id/followed_lists/:list_id': OF_LISTS,
  'GET /2/users/:id/list_memberships': OF_LISTS,
  'GET /2/users/:id/pinned_lists': OF_LISTS,
  'POST /2/users/:id/pinned_lists': OF_LISTS,
  'DELETE /2/users/:id/pinned_lists/:list_id': OF_LISTS,
  'GET /labs/2/openapi.json': 'a document about endpoints',
  'GET /': 'a page about the server',
  'GET /2/openapi.json': 'a document about endpoints',
  'GET /labs/1/tweets': OF_PREVIEWS,
  'GET /labs/1/users': OF_PREVIEWS,
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
  'GET /2/users/me': 'the user of the token',
  'GET /2/users/search': 'search.test.ts tests hidden users and users who block the caller',
  'GET /2/users/:id/blocking': OF_ACTIONS,
  'GET /2/users/:id/muting': OF_ACTIONS,
  'GET /2/users/:id/bookmarks': OF_ACTIONS,
  'POST /2/users/:id/following': OF_ACTIONS,
  'POST /2/users/:id/blocking': OF_ACTIONS,
  'POST /2/users/:id/muting': OF_ACTIONS,
  'POST /2/users/:id/likes': OF_ACTIONS,
  'POST /2/users/:id/retweets': OF_ACTIONS,
  'POST /2/users/:id/bookmarks': OF_ACTIONS,
  'DELETE /2/users/:source_user_id/following/:target_user_id': OF_ACTIONS,
  'DELETE /2/users/:source_user_id/blocking/:target_user_id': OF_ACTIONS,
  'DELETE /2/users/:source_user_id/muting/:target_user_id': OF_ACTIONS,
  'DELETE /2/users/:id/likes/:tweet_id': OF_ACTIONS,
  'DELETE /2/users/:id/retweets/:source_tweet_id': OF_ACTIONS,
  'DELETE /2/users/:id/bookmarks/:tweet_id': OF_ACTIONS,
  'GET /2/spaces': OF_SPACES,
  'GET /2/spaces/:id': OF_SPACES,
  'GET /2/spaces/by/creator_ids': OF_SPACES,
  'GET /2/spaces/search': OF_SPACES,
  'GET /2/spaces/:id/tweets': OF_SPACES,
  'GET /2/spaces/:id/buyers': OF_SPACES,
  'GET /2/trends/by/woeid/:woeid': 'public posts: top-hashtags.test.ts hides posts in every way',
  'GET /2/usage/tweets': 'an app and its project',
  'GET /2/communities/:id': OF_ENTERPRISES,
  'GET /2/communities/search': OF_ENTERPRISES,
  'GET /2/tweets/firehose/stream': OF_ENTERPRISES,
  'GET /2/tweets/sample10/stream': OF_ENTERPRISES,
  'GET /2/tweets/label/stream': OF_ENTERPRISES,
  'GET /2/tweets/compliance/stream': OF_ENTERPRISES,
  'GET /2/users/compliance/stream': OF_ENTERPRISES,
  'GET /2/likes/compliance/stream': OF_ENTERPRISES,
  'GET /2/likes/firehose/stream': OF_ENTERPRISES,
  'GET /2/likes/sample10/stream': OF_ENTERPRISES,
  'POST /2/media/upload': OF_UPLOADS,
  'GET /2/media/upload': OF_UPLOADS,
  'POST /2/media/upload/initialize': OF_UPLOADS,
  'POST /2/media/upload/:id/append': OF_UPLOADS,
  'POST /2/media/upload/:id/finalize': OF_UPLOADS,
  'POST /2/media/metadata': OF_UPLOADS,
  'POST /2/media/subtitles': OF_UPLOADS,
  'DELETE /2/media/subtitles': OF_UPLOADS,
  'GET /2/users/:id/tweets': OF_PREVIEWS,
  'GET /2/users/:id/mentions': OF_PREVIEWS,
  'GET /2/users/:id/liked_tweets': OF_PREVIEWS,
  'GET /2/users/:id/timelines/reverse_chronological':
    'the timeline of the caller: the test tries another user, and hidden authors',
  'GET /2/tweets/:id/quote_tweets': OF_PREVIEWS,
  'GET /2/tweets/:id/retweets': OF_PREVIEWS,
  'GET /2/tweets/:id/retweeted_by': OF_PREVIEWS,
  'GET /2/tweets/:id/liking_users': OF_PREVIEWS,
  'PUT /labs/1/tweets/:id/hidden': 'replies in conversations of the caller: the test tries other callers',
  'PUT /labs/2/tweets/:id/hidden': OF_HIDING,
  'PUT /2/tweets/:id/hidden': OF_HIDING,
  'POST /2/tweets': OF_WRITING,
  'DELETE /2/tweets/:id': OF_DELETING,
  'GET /1.1/help/configuration.json': 'limits and names that are the same for all callers',
  'GET /1.1/help/privacy.json': 'a text that is the same for all callers',
  'GET /1.1/help/tos.json': 'a text that is the same for all callers',
  'GET /1.1/help/languages.json': 'limits and names that are the same for all callers',
  'GET /labs/1/tweets/metrics/private': 'metrics of own posts: private.test.ts tests posts of other users',
  'GET /labs/2/rules/explain': 'a public post: explain.test.ts tests a protected post',
  'GET /labs/2/rules/counts': OF_RULES,
  'GET /labs/2/rules/backtest': OF_BACKTESTS,
  'GET /labs/2/rules/compare': OF_BACKTESTS,
  'GET /1.1/search/tweets.json': OF_SEARCHES,
  'GET /labs/1/tweets/search': OF_SEARCHES,
  'GET /labs/2/tweets/search': OF_SEARCHES,
  'GET /2/tweets/search/recent': OF_SEARCHES,
  'GET /2/tweets/search/all': OF_SEARCHES,
  'GET /2/tweets/counts/recent': OF_COUNTS,
  'GET /2/tweets/counts/all': OF_COUNTS,
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
  'GET /2/dm_events': OF_CONVERSATIONS,
  'GET /2/dm_events/:event_id': OF_CONVERSATIONS,
  'DELETE /2/dm_events/:event_id': OF_CONVERSATIONS,
  'POST /2/dm_conversations': OF_CONVERSATIONS,
  'GET /2/dm_conversations/:id/dm_events': OF_CONVERSATIONS,
  'GET /2/dm_conversations/with/:participant_id/dm_events': OF_CONVERSATIONS,
  'POST /2/dm_conversations/:id/messages': OF_CONVERSATIONS,
  'POST /2/dm_conversations/with/:participant_id/messages': OF_CONVERSATIONS,
  'GET /1.1/statuses/filter.json': OF_V11_STREAMS,
  'POST /1.1/statuses/filter.json': OF_V11_STREAMS,
  'GET /1.1/statuses/sample.json': OF_V11_STREAMS,
  'POST /1.1/statuses/sample.json': OF_V11_STREAMS,
  'GET /1.1/user.json': OF_USER_STREAMS,
  'POST /1.1/user.json': OF_USER_STREAMS,
  'GET /1.1/site.json': OF_USER_STREAMS,
  'POST /1.1/site.json': OF_USER_STREAMS,
  'POST /1.1/statuses/update_with_media.json': OF_POSTS,
  'GET /1.1/trends/available.json': OF_PLACES,
  'GET /1.1/trends/closest.json': OF_PLACES,
  'GET /1.1/trends/place.json': 'counts of hashtags: place.test.ts writes a protected post',
  'GET /1.1/geo/search.json': OF_PLACES,
  'GET /1.1/geo/reverse_geocode.json': OF_PLACES,
  'GET /1.1/geo/id/:place_id.json': OF_PLACES,
  'GET /1.1/saved_searches/list.json': OF_SAVED_SEARCHES,
  'GET /1.1/saved_searches/show/:id.json': OF_SAVED_SEARCHES,
  'POST /1.1/saved_searches/create.json': OF_SAVED_SEARCHES,
  'POST /1.1/saved_searches/destroy/:id.json': OF_SAVED_SEARCHES,
  'POST /1.1/users/report_spam.json': 'a report and a block: report_spam.test.ts tests hidden users',
  'GET /1.1/users/profile_banner.json': 'a public picture: profile_banner.test.ts tests hidden users',
  'POST /1.1/account/update_profile_image.json': OF_PICTURES,
  'POST /1.1/account/update_profile_banner.json': OF_PICTURES,
  'POST /1.1/account/remove_profile_banner.json': OF_PICTURES,
  'GET /1.1/ton/data/dm/:event_id/:media_id/:file':
    'a medium of a message: src/api/1.1/ton/data/dm.test.ts tests all other callers',
  'GET /stream/compliance/accounts/:account_name/publishers/:publisher/:stream_label.json':
    'events of all users, including hidden ones, for an authorized console account',
}

/** Parameters that name users. A row must use all such parameters of its endpoint. */
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

/** Parameters that do not name users. Add every new parameter to one of the two lists. */
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
