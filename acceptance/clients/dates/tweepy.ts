/** Calls of tweepy that show names of headers, lengths of texts, members of users, and API v2. */
import { pick } from '../support/cases.ts'
import type { ClientError, ClientProcess } from '../support/client-process.ts'
import type { Network } from '../support/network.ts'
import { type DatedCall, longText } from './day-of-app.ts'

export async function createTweepy(process: ClientProcess, { app, bob }: Network): Promise<void> {
  const keys = {
    consumer_key: app.consumer_key,
    consumer_secret: app.consumer_secret,
    access_token: bob.token.access_token,
    access_token_secret: bob.token.access_token_secret,
  }
  await process.request({ do: 'create', as: 'auth', class: 'tweepy.OAuth1UserHandler', kwargs: keys })
  await process.request({ do: 'create', as: 'api', class: 'tweepy.API', args: [{ $: 'auth' }] })
  const kwargs = { bearer_token: app.bearer_token, ...keys }
  await process.request({ do: 'create', as: 'client', class: 'tweepy.Client', kwargs })
}

/** Returns the class of an error and its code of v1.1, or the message of an error without a code. */
export function tweepyFailureOf({ type, message }: ClientError): string {
  const [, code] = /\n(\d+) - /.exec(message) ?? []
  return code === undefined ? message : `${type} ${code}`
}

function call(on: string, method: string, args: readonly unknown[], kwargs: object = {}): object {
  return { do: 'call', on, method, args, kwargs }
}

const HEADERS = ['content-type', 'x-rate-limit-remaining', 'x-access-level']

/** Returns the names of some headers in the case in which they were sent. */
function namesOf(headers: unknown): string {
  return Object.keys(headers as object)
    .filter((name) => HEADERS.includes(name.toLowerCase()))
    .sort()
    .join()
}

const LOWER = 'content-type,x-access-level,x-rate-limit-remaining'
const NO_PAGE = 'NotFound 34'

export const TWEEPY_CALLS: readonly DatedCall[] = [
  {
    call: 'API.verify_credentials: headers',
    requests: () => [
      call('api', 'verify_credentials', []),
      { do: 'get', on: 'api', name: 'last_response.headers' },
    ],
    sees: namesOf,
    results: ['Content-Type,X-Access-Level,X-Rate-Limit-Remaining', LOWER, LOWER, LOWER, LOWER],
  },
  {
    call: 'API.get_user',
    requests: ({ ada }) => [call('api', 'get_user', [], { screen_name: ada.name })],
    sees: (user) => `${pick(user, 'lang')}, ${pick(user, 'time_zone')}, ${pick(user, 'utc_offset')}`,
    results: ['en, UTC, 0', 'en, null, null', ...NULLS()],
  },
  {
    call: 'API.update_status of 200 characters',
    requests: (_, day) => [call('api', 'update_status', [longText(`tweepy ${day}`)])],
    sees: (post) => `truncated ${pick(post, 'truncated')}`,
    results: ['Forbidden 186', 'truncated true', 'truncated true', 'truncated true', 'truncated true'],
  },
  {
    call: 'API.request direct_messages/sent',
    requests: () => [
      call('api', 'request', ['GET', 'direct_messages/sent']),
      { do: 'get', on: 'api', name: 'last_response.headers' },
    ],
    sees: (headers) => `sunset ${pick(headers, 'sunset')}`,
    results: [
      'sunset undefined',
      'sunset Mon, 17 Sep 2018 00:00:00 GMT',
      ...(['HTTPException 251', 'HTTPException 251'] as const),
      'sunset undefined',
    ],
  },
  {
    call: 'Client.get_user',
    requests: ({ ada }) => [call('client', 'get_user', [], { username: ada.name })],
    sees: (user) => String(pick(user, 'data.username')),
    results: [NO_PAGE, NO_PAGE, 'ada', 'ada', 'ada'],
  },
  {
    call: 'Client.get_users_tweets',
    requests: ({ bob }) => [call('client', 'get_users_tweets', [bob.id])],
    sees: (page) => String(Number(pick(page, 'meta.result_count')) > 0),
    results: [NO_PAGE, NO_PAGE, NO_PAGE, NO_PAGE, 'true'],
  },
  {
    call: 'Client.like',
    requests: ({ thread }) => [call('client', 'like', [thread.root.id])],
    sees: (answer) => String(pick(answer, 'data.liked')),
    results: [NO_PAGE, NO_PAGE, NO_PAGE, NO_PAGE, 'true'],
  },
]

function NULLS(): readonly [string, string, string] {
  return ['null, null, null', 'null, null, null', 'null, null, null']
}
