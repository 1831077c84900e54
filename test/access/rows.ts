/**
 * The table of endpoints: what each is about, who may call it, and every way in which it is told of whom.
 *
 * Written from the specification (spec/followers.md sections 1, 2 and Relations, spec/common.md section 4), not from
 * the declarations: what is here is what must be so. An endpoint without a row fails the suite.
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
  'POST /1.1/account/update_profile.json': change('own account', OWN),
  'GET /1.1/application/rate_limit_status.json': read('no user', OWN),
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

/** Other endpoints without a row, and what they are about instead. */
export const WITHOUT_USERS: Readonly<Record<string, string>> = {
  'POST /oauth/request_token': 'an app and its request token',
  'POST /oauth/access_token': 'a request token, and the user who approved it',
  'GET /oauth/access_token': 'a request token, and the user who approved it',
  'POST /oauth2/token': 'an app and its bearer token',
  'POST /oauth2/invalidate_token': 'an app and its bearer token',
  'GET /labs/2/openapi.json': 'a document about endpoints',
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
  'count',
  'cursor',
  'description',
  'device',
  'follow',
  'include_email',
  'include_entities',
  'include_user_entities',
  'location',
  'name',
  'page',
  'profile_link_color',
  'resources',
  'retweets',
  'skip_status',
  'stringify_ids',
  'url',
]
