/** Calls of twarc 1, which reads v1.1, and of twarc2, which asks for the fields of 2023. */
import { pick } from '../support/cases.ts'
import type { ClientError, ClientProcess } from '../support/client-process.ts'
import type { Network } from '../support/network.ts'
import type { DatedCall } from './day-of-app.ts'

export async function createTwarc(process: ClientProcess, { app, ada }: Network): Promise<void> {
  const kwargs = {
    consumer_key: app.consumer_key,
    consumer_secret: app.consumer_secret,
    access_token: ada.token.access_token,
    access_token_secret: ada.token.access_token_secret,
  }
  await process.request({ do: 'create', as: 'twarc', class: 'twarc.client.Twarc', kwargs })
}

export function twarcFailureOf({ message }: ClientError): string {
  return message
}

function twarc1(method: string, args: readonly unknown[]): object {
  return { do: 'call', on: 'twarc', method, args, list: true }
}

function twarc2({ app }: Network, ...words: readonly string[]): object {
  const args = ['--log', '/dev/null', '--no-metadata', '--bearer-token', app.bearer_token, ...words]
  return { do: 'command', group: 'twarc.command2.twarc2', args }
}

/** Returns the name of the first author, or the error that twarc2 prints. */
function printed(value: unknown): string {
  const { stdout, stderr } = value as { readonly stdout: string; readonly stderr: string }
  if (stdout !== '') return `has ${/"username": "(\w+)"/.exec(stdout)?.[1]}`
  const [, refused] = /parameter value \[(\w+)\] is not one of/.exec(stderr) ?? []
  return refused === undefined ? stderr.replace('⚡', '').trim() : `unknown field ${refused}`
}

const NO_PAGE = 'Sorry, that page does not exist'

/** Says which members, of those that exist on some days only, a quote and its author have. */
function marksOf(posts: unknown): string {
  const permalink = pick(posts, '0.quoted_status_permalink.display') === undefined ? 'without' : 'with'
  return `${permalink} permalink, lang ${pick(posts, '0.user.lang')}`
}

/** @param quoteId id of a post that quotes another */
export const twarcCalls = (quoteId: string): readonly DatedCall[] => [
  {
    call: 'twarc 1 hydrate',
    requests: () => [twarc1('hydrate', [[quoteId]])],
    sees: marksOf,
    results: [
      'without permalink, lang en',
      'with permalink, lang en',
      ...(['with permalink, lang null', 'with permalink, lang null', 'with permalink, lang null'] as const),
    ],
  },
  {
    call: 'twarc 1 user_lookup',
    requests: ({ ada, bob }) => [twarc1('user_lookup', [[ada.id, bob.id]])],
    sees: (users) => `${pick(users, '*.screen_name')}, ${pick(users, '0.time_zone')}`,
    results: [
      'ada,bob, UTC',
      ...(['ada,bob, null', 'ada,bob, null', 'ada,bob, null', 'ada,bob, null'] as const),
    ],
  },
  {
    call: 'twarc2 user',
    requests: (network) => [twarc2(network, 'user', 'name', network.bob.name)],
    sees: printed,
    results: [NO_PAGE, NO_PAGE, 'unknown field verified_type', 'unknown field verified_type', 'has bob'],
  },
  {
    call: 'twarc2 tweet',
    requests: (network) => [twarc2(network, 'tweet', network.thread.root.id)],
    sees: printed,
    results: [NO_PAGE, NO_PAGE, 'unknown field variants', 'unknown field variants', 'has bob'],
  },
  {
    call: 'twarc2 timeline',
    requests: (network) => [twarc2(network, 'timeline', network.bob.id)],
    sees: printed,
    results: [NO_PAGE, NO_PAGE, 'unknown field verified_type', 'unknown field verified_type', 'has bob'],
  },
]
