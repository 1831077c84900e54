/** Calls of twitter-api-v2 to v1.1 with legacy messages, to Labs, and to API v2. */
import { pick } from '../support/cases.ts'
import type { ClientError, ClientProcess } from '../support/client-process.ts'
import type { Member, Network } from '../support/network.ts'
import { type DatedCall, type Day, longText } from './day-of-app.ts'

const LABS = 'https://api.twitter.com/labs'
const WHOLE_RESPONSE = { fullResponse: true }

export async function createNodeClients(process: ClientProcess, { app, ada, bob }: Network): Promise<void> {
  const keys = ({ token }: Member) => ({
    appKey: app.consumer_key,
    appSecret: app.consumer_secret,
    accessToken: token.access_token,
    accessSecret: token.access_token_secret,
  })
  for (const [as, argument] of [
    ['user', keys(ada)],
    ['bob', keys(bob)],
    ['app', app.bearer_token],
  ] as const) {
    await process.request({
      do: 'create',
      as,
      ...{ module: 'twitter-api-v2', class: 'TwitterApi', args: [argument] },
    })
  }
}

/** Returns the status of an error, and its code of v1.1 or the title of its problem. */
export function nodeFailureOf({ type, message }: ClientError): string {
  const { error } = JSON.parse(message.slice(message.indexOf('{'))) as { readonly error?: unknown }
  const code = pick(error, 'errors.0.code')
  return code === undefined ? `${type} ${pick(error, 'title')}` : `${type}/${code}`
}

function call(
  on: string,
  method: string,
  args: (network: Network, day: Day) => readonly unknown[],
): Pick<DatedCall, 'requests'> {
  return { requests: (network, day) => [{ do: 'call', on, method, args: args(network, day) }] }
}

/** Returns `200`, and for a deprecated endpoint also the day of the announcement and the day of its end. */
function signals(response: unknown): string {
  const deprecation = pick(response, 'headers.deprecation')
  if (deprecation === undefined) return '200'
  const days = [
    Number(String(deprecation).slice(1)) * 1_000,
    Date.parse(String(pick(response, 'headers.sunset'))),
  ]
  return `200, ${days.map((at) => new Date(at).toISOString().slice(0, 10)).join(' to ')}`
}

function messageOf(response: unknown): string {
  return `${pick(response, 'data.sender_screen_name')} to ${pick(response, 'data.recipient_screen_name')}`
}

export const NODE_CALLS: readonly DatedCall[] = [
  {
    call: 'v1 direct_messages',
    ...call('user.v1', 'get', () => ['direct_messages.json', {}, WHOLE_RESPONSE]),
    sees: signals,
    results: ['200', '200, 2017-12-19 to 2018-09-17', '410/251', '410/251', '200'],
  },
  {
    call: 'v1 direct_messages/new',
    ...call('user.v1', 'post', ({ bob }, day) => [
      'direct_messages/new.json',
      { user_id: bob.id, text: `hello on ${day}` },
      WHOLE_RESPONSE,
    ]),
    sees: messageOf,
    results: ['ada to bob', 'ada to bob', '410/251', '410/251', 'ada to bob'],
  },
  {
    call: 'v1 tweet of 200 characters',
    ...call('user.v1', 'tweet', (_, day) => [longText(`node ${day}`)]),
    sees: (post) => String(String(pick(post, 'full_text')).length > 140),
    results: ['403/186', 'true', 'true', 'true', 'true'],
  },
  {
    call: 'v1 verifyCredentials',
    ...call('user.v1', 'verifyCredentials', () => []),
    sees: (user) => `${pick(user, 'lang')}, ${pick(user, 'time_zone')}`,
    results: ['en, UTC', 'en, null', 'null, null', 'null, null', 'null, null'],
  },
  {
    call: 'v2 search',
    ...call('app.v2', 'get', ({ bob }) => ['tweets/search/recent', { query: `from:${bob.name}` }]),
    sees: (page) => String(pick(page, 'data.#')),
    results: ['404/34', '404/34', '1', '1', '1'],
  },
  {
    call: 'v2 me',
    ...call('user.v2', 'me', () => []),
    sees: (user) => String(pick(user, 'data.username')),
    results: ['404/34', '404/34', '404/34', '404/34', 'ada'],
  },
  {
    call: 'v2 tweet',
    ...call('user.v2', 'tweet', (_, day) => [`node by v2 on ${day}`]),
    sees: (post) => String(pick(post, 'data.text')),
    results: ['404/34', '404/34', '404/34', '404/34', 'node by v2 on latest'],
  },
  {
    call: 'v2 hideReply',
    ...call('bob.v2', 'hideReply', ({ thread }) => [thread.replies[0]?.id, true]),
    sees: (answer) => String(pick(answer, 'data.hidden')),
    results: ['404/34', '404/34', '404/34', 'true', 'true'],
  },
  {
    call: 'Labs v2 search',
    ...call('app', 'get', () => [`${LABS}/2/tweets/search`, { query: 'cat' }, WHOLE_RESPONSE]),
    sees: signals,
    results: ['404/34', '404/34', '200, 2020-08-12 to 2020-11-16', '200, 2020-08-12 to 2020-11-16', '200'],
  },
  {
    call: 'Labs v1 rules',
    ...call('app', 'get', () => [`${LABS}/1/tweets/stream/filter/rules`, {}, WHOLE_RESPONSE]),
    sees: signals,
    results: ['404/34', '404/34', '200, 2020-08-12 to 2020-10-12', '410 Gone', '200'],
  },
  {
    call: 'Labs v1 tweets',
    ...call('app', 'get', ({ thread }) => [`${LABS}/1/tweets`, { ids: thread.root.id }]),
    sees: (page) => `format ${pick(page, 'data.0.format')}`,
    results: ['404/34', '404/34', '410 Gone', '410 Gone', 'format default'],
  },
]
