/** Lists, by endpoint, the inputs for which the specification names the response. */
import type { AuthKind } from '../../../src/http/endpoint.ts'

/**
 * An input with its response. `{id}` and `{name}` stand for the id and the name of a user, `{me}` for the id
 * of the caller, and `{many}` for 101 ids.
 */
export interface Documented {
  readonly endpoint: string
  readonly as: AuthKind
  /** Parameters, which are in the query, or in the form for methods with a body. */
  readonly text: string
  /** The expected response, such as `400/25`, or `200` for inputs that look invalid but are accepted. */
  readonly answer: string
}

function rows(
  endpoints: readonly string[],
  as: AuthKind,
  answers: Readonly<Record<string, readonly string[]>>,
): Documented[] {
  return endpoints.flatMap((endpoint) =>
    Object.entries(answers).flatMap(([answer, texts]) =>
      texts.map((text) => ({ endpoint, as, text, answer })),
    ),
  )
}

const LISTS = ['followers/ids', 'followers/list', 'friends/ids', 'friends/list'].map(
  (name) => `GET /1.1/${name}.json`,
)

const OWN_LISTS = [
  'blocks/ids',
  'blocks/list',
  'mutes/users/ids',
  'mutes/users/list',
  'friendships/incoming',
  'friendships/outgoing',
].map((name) => `GET /1.1/${name}.json`)

const LOOKUPS = ['GET /1.1/users/lookup.json', 'POST /1.1/users/lookup.json']

const CHANGES = [
  'friendships/destroy',
  'friendships/update',
  'friendships/accept',
  'friendships/deny',
  'blocks/create',
  'blocks/destroy',
  'mutes/users/create',
  'mutes/users/destroy',
].map((name) => `POST /1.1/${name}.json`)

const PAGES_OF_APPS = ['GET /oauth/authorize', 'GET /oauth/authenticate']

const LONG = {
  name: 'n'.repeat(51),
  url: `http://example.org/${'u'.repeat(82)}`,
  location: 'l'.repeat(31),
  description: 'd'.repeat(161),
}

const PREVIEW_LISTS = ['/labs/2', '/2'].flatMap((prefix) => [`GET ${prefix}/tweets`, `GET ${prefix}/users`])

const PREVIEW_NAMES = ['GET /labs/2/users/by', 'GET /2/users/by']

/** The inputs, in the order of the headings in docs/spec. */
export const DOCUMENTED: readonly Documented[] = [
  // spec/followers.md#target, spec/followers.md#count and spec/followers.md#cursors.
  ...rows(LISTS, 'app', {
    '400/25': ['', 'count=5', 'user_id=&screen_name=', 'cursor=-1'],
    '400/44': [
      'user_id={id}&cursor=next',
      'user_id={id}&cursor=9223372036854775808',
      'user_id={id}&cursor=1.5',
      'cursor=next',
    ],
    '404/34': [
      'user_id=1',
      'user_id=9223372036854775807',
      'screen_name=nobody',
      'screen_name=%00',
      'user_id=1&screen_name={name}',
    ],
    '200': [
      'user_id={id}&count=0',
      'user_id={id}&count=-1',
      'user_id={id}&count=many',
      'user_id={id}&count=5001',
      'user_id={id}&cursor=0',
      'user_id={id}&cursor=-9223372036854775808',
      'user_id={id}&cursor=',
      'user_id={id}&screen_name=nobody',
      'user_id={id}&stringify_ids=maybe',
      'user_id={id}&suppress_response_codes=true&callback=f',
    ],
  }),
  ...rows(LISTS, 'user', { '200': ['', 'count=5', 'user_id=&screen_name='] }),
  ...rows(OWN_LISTS, 'user', {
    '400/44': ['cursor=next', 'cursor=%00'],
    '200': ['', 'cursor=', 'count=0', 'count=many'],
  }),
  ...rows(OWN_LISTS, 'app', { '403/220': ['', 'cursor=next'] }),
  // spec/users.md#show and spec/users.md#lookup.
  ...rows(['GET /1.1/users/show.json'], 'app', {
    '400/25': ['', 'user_id=&screen_name='],
    '404/50': [
      'user_id=1',
      'user_id=9223372036854775807',
      'screen_name=nobody',
      'user_id=1&screen_name={name}',
    ],
    '200': ['user_id={id}', 'screen_name={name}', 'screen_name={name}&include_entities=maybe'],
  }),
  ...rows(LOOKUPS, 'app', {
    '400/25': ['', 'user_id=&screen_name=', 'user_id=,,,'],
    '404/17': ['user_id=1', 'screen_name=nobody', 'user_id=1,2&screen_name=nobody'],
    '403/18': ['user_id={many}', 'screen_name={many}', 'user_id={many}&screen_name={name}'],
    '200': ['user_id=1,{id}', 'user_id=x,{id}', 'user_id={id},{id}&screen_name={name}'],
  }),
  ...rows(['GET /1.1/users/search.json'], 'user', {
    '400/25': ['', 'q='],
    '200': ['q={name}', 'q={name}&page=0', 'q={name}&page=many', 'q={name}&count=21', 'q=%00', 'q=%25'],
  }),
  ...rows(['GET /1.1/users/search.json', 'GET /1.1/friendships/lookup.json'], 'app', {
    '403/220': ['', 'q={name}', 'user_id={id}'],
  }),
  ...rows(['GET /1.1/account/verify_credentials.json', 'GET /1.1/account/settings.json'], 'app', {
    '403/220': ['', 'include_email=true'],
  }),
  ...rows(['POST /1.1/account/update_profile.json'], 'user', {
    '403/120': Object.entries(LONG).map(([name, value]) => `${name}=${value}`),
  }),
  // spec/relations.md#relationship.
  ...rows(['POST /1.1/friendships/create.json'], 'user', {
    '400/25': ['', 'user_id=&screen_name='],
    '400/44': ['user_id=x'],
    '403/108': ['user_id=1', 'screen_name=nobody'],
    '403/158': ['user_id={me}'],
  }),
  ...rows(CHANGES, 'user', {
    '400/25': ['', 'user_id=&screen_name='],
    '400/44': ['user_id=x'],
    '404/50': ['user_id=1', 'screen_name=nobody'],
  }),
  ...rows(['POST /1.1/mutes/users/create.json'], 'user', { '403/271': ['user_id={me}'] }),
  ...rows(['POST /1.1/mutes/users/destroy.json'], 'user', { '403/272': ['user_id={me}'] }),
  ...rows(['GET /1.1/friendships/show.json'], 'user', {
    '400/25': ['', 'source_id={id}'],
    '404/50': ['target_id=1', 'source_screen_name=nobody&target_id={id}'],
    '200': ['target_id={id}', 'source_id={id}&target_id={me}'],
  }),
  ...rows(['GET /1.1/friendships/show.json'], 'app', { '400/25': ['target_id={id}'] }),
  ...rows(['GET /1.1/friendships/lookup.json'], 'user', {
    '400/25': ['', 'user_id=,'],
    '403/18': ['user_id={many}'],
    '200': ['user_id=1', 'user_id=x,{id}'],
  }),
  // spec/labs-lookup.md#parameter-errors and spec/errors.md#invalid-parameters.
  ...rows(PREVIEW_LISTS, 'app', {
    '400/Invalid Request': [
      '',
      'ids=',
      'ids={many}',
      'ids={name}',
      'ids={id},',
      'ids={id}&format=compact',
      'ids={id}&tweet.fields=x',
    ],
    '200': ['ids=1', 'ids={id}', 'ids={id},{id}', 'ids={id}&tweet.fields=id,id', 'ids=9999999999999999999'],
  }),
  ...rows(PREVIEW_NAMES, 'user', {
    '400/Invalid Request': ['', 'usernames=', 'usernames={many},', 'usernames=a-b', 'ids={id}'],
    '200': ['usernames={name}', 'usernames={name},nobody'],
  }),
  // spec/limits.md#rate-limit-status and spec/oauth.md#bearer-token.
  ...rows(['GET /1.1/application/rate_limit_status.json'], 'app', {
    '200': ['', 'resources=', 'resources=nothing', 'resources=__proto__,constructor'],
  }),
  ...rows(['POST /oauth/request_token'], 'consumer', {
    '401/417': ['oauth_callback=https%3A%2F%2Fapp.example%2Fcb'],
    '200': ['', 'oauth_callback=oob', 'oauth_callback='],
  }),
  ...rows(['POST /oauth/access_token', 'GET /oauth/access_token'], 'request-token', {
    '401/89': [''],
    '401/32': ['x_auth_mode=client_auth&x_auth_username={name}&x_auth_password=x'],
  }),
  ...rows(['POST /oauth2/token'], 'basic', {
    '403/99': ['', 'grant_type=', 'grant_type=password', 'GRANT_TYPE=client_credentials'],
    '200': ['grant_type=client_credentials'],
  }),
  ...rows(['POST /oauth2/invalidate_token'], 'basic', { '403/99': ['', 'access_token=', 'access_token=x'] }),
  ...rows(PAGES_OF_APPS, 'none', {
    '400/There is no request token': ['', 'oauth_token='],
    '403/This request token is invalid': ['oauth_token=x', 'oauth_token=%00'],
  }),
]

/** Replaces the names in braces by values. */
export function spelled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? name)
}
