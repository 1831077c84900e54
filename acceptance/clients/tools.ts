/**
 * Makes the content of docs/tools.md, the working calls of each client, from the cases that test these
 * calls.
 */

import { type CompiledClient, callsOfProgram } from './compiled/calls.ts'
import { untriedByReason } from './compiled/untried.ts'
import type { Case } from './support/cases.ts'
import { INSTALLS } from './support/installs.ts'
import { TWARC_CASES } from './twarc/cases.ts'
import { API_CASES } from './tweepy/api-cases.ts'
import { CLIENT_READ_CASES } from './tweepy/client-read-cases.ts'
import { CLIENT_WRITE_CASES } from './tweepy/client-write-cases.ts'
import { REFUSED_STREAMS, SDK_CASES } from './twitter-api-sdk/cases.ts'
import { V1_CASES } from './twitter-api-v2/v1-cases.ts'
import { V2_CASES } from './twitter-api-v2/v2-cases.ts'

interface Part {
  readonly name: string
  readonly calls: readonly string[]
  /** Calls that do not work, with the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** Calls that the suite does not make, by reason; default: none. */
  readonly untried?: ReadonlyMap<string, readonly string[]>
}

interface Tool {
  readonly title: string
  readonly language: string
  readonly parts: readonly Part[]
}

const LEGACY = 'legacy messages have ended: 410/251; a server on an earlier day (`--api-date`) has them'

const ENTERPRISE = 'a product for enterprises: 403 `client-not-enrolled`'

const TOOLS: readonly Tool[] = [
  {
    title: INSTALLS.twarc.title,
    language: 'Python',
    parts: [{ name: '`twarc2`', calls: callsOf(TWARC_CASES) }],
  },
  {
    title: INSTALLS.tweepy.title,
    language: 'Python',
    parts: [
      { name: '`Client`', calls: callsOf([...CLIENT_READ_CASES, ...CLIENT_WRITE_CASES]) },
      { name: '`API`', calls: callsOf(API_CASES) },
      {
        name: '`StreamingClient`',
        calls: ['add_rules', 'delete_rules', 'get_rules', 'filter', 'sample', 'disconnect'],
      },
      {
        name: 'handlers and pages',
        calls: ['OAuth1UserHandler', 'OAuth2AppHandler', 'OAuth2UserHandler', 'Cursor', 'Paginator'],
      },
    ],
  },
  {
    title: INSTALLS['tweepy-4.13'].title,
    language: 'Python',
    parts: [{ name: '`Stream`', calls: ['filter', 'disconnect'] }],
  },
  {
    title: 'twitter-api-v2 1.29.1',
    language: 'JavaScript',
    parts: [
      { name: '`.v2`', calls: [...callsOf(V2_CASES), 'searchStream', 'sampleStream'] },
      {
        name: '`.v1`',
        calls: [...callsOf(V1_CASES), 'filterStream', 'sampleStream'],
        without: {
          oembedTweet: 'asks the host publish.x.com',
          createMediaSubtitles: 'subtitles are in API v2 only',
          deleteMediaSubtitles: 'subtitles are in API v2 only',
        },
      },
      {
        name: 'sign-in',
        calls: [
          'appLogin',
          'generateAuthLink',
          'login',
          'generateOAuth2AuthLink',
          'loginWithOAuth2',
          'refreshOAuth2Token',
          'revokeOAuth2Token',
        ],
      },
    ],
  },
  {
    title: 'twitter-api-sdk 1.2.1',
    language: 'TypeScript',
    parts: [
      {
        name: '`Client`',
        calls: [...callsOf(SDK_CASES), 'tweets.searchStream', 'tweets.sampleStream'],
        without: Object.fromEntries(REFUSED_STREAMS.map((name) => [name, ENTERPRISE])),
      },
      {
        name: '`OAuth2User`',
        calls: ['generateAuthURL', 'requestAccessToken', 'refreshAccessToken', 'revokeAccessToken'],
      },
    ],
  },
  {
    title: INSTALLS['go-twitter'].title,
    language: 'Go',
    parts: [
      compiled('services', 'go-twitter', {
        ...Object.fromEntries(
          ['Destroy', 'Get', 'New', 'Sent', 'Show'].map((name) => [`DirectMessages.${name}`, LEGACY]),
        ),
        ...Object.fromEntries(
          ['Count30Days', 'CountFullArchive', 'Search30Days', 'SearchFullArchive'].map((name) => [
            `PremiumSearch.${name}`,
            'a premium product: 404/34',
          ]),
        ),
      }),
    ],
  },
  {
    title: INSTALLS['go-twitter-v2'].title,
    language: 'Go',
    parts: [compiled('`Client`', 'go-twitter-v2')],
  },
  { title: INSTALLS.twitter4j.title, language: 'Java', parts: [compiled('resources', 'twitter4j')] },
  { title: INSTALLS.hbc.title, language: 'Java', parts: [compiled('endpoints', 'hbc')] },
  { title: INSTALLS.rtweet.title, language: 'R', parts: [compiled('functions', 'rtweet')] },
]

/** A library of which the suite tests only some calls. @param without calls that do not work */
function compiled(
  name: string,
  client: CompiledClient,
  without: Readonly<Record<string, string>> = {},
): Part {
  const { calls } = callsOfProgram(client)
  const works = (call: string) => !(call in without)
  return { name, calls: calls.filter(works), without, untried: untriedByReason(client, works) }
}

/** Clients of the specification that the suite does not run. */
const UNTRIED = [
  [
    'tweepy 4.17.0, `AsyncClient` and `AsyncStreamingClient`',
    'Python',
    'their HTTP library, aiohttp, does not read `HTTPS_PROXY` as tweepy uses it, so the public names must resolve to the server; the calls and requests are those of `Client` and `StreamingClient`',
  ],
  [
    'rtweet 2.0',
    'R',
    'only on CRAN, which the suite does not install from; Debian 12 has 1.1.0, which is tried',
  ],
  [
    'rtweet 1.1.0, rules and streams of API v2',
    'R',
    'they use httr2, which trusts only the certificates of the system; `filtered_stream` and `sample_stream` keep only the last piece of a stream',
  ],
  ['academictwitteR 0.3.1', 'R', 'only on CRAN; no release of Debian has it'],
  [
    'DMI-TCAT',
    'PHP',
    'no package registry has it, and it needs PHP and MySQL. Its reader of streams (commit 3e67658 of 2024, PHP 8.2) was run by hand without the database: with the address of the server as `HOSTROLE` and its certificate in `cacert.pem` it reads `statuses/filter` and `statuses/sample`',
  ],
] as const

function callsOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.map(({ call }) => call))]
}

/** Markdown of docs/tools.md, below its head. */
export function toolsPage(): readonly string[] {
  const rows = TOOLS.flatMap(({ title, language, parts }) =>
    parts.map((part) => `| ${title} | ${language} | ${part.name} | ${countOf(part)} |`),
  )
  const head = ['| Tool | Language | Part | Calls that work |', '| --- | --- | --- | --- |']
  return [INTRODUCTION, [...head, ...rows].join('\n'), untried(), ...TOOLS.flatMap(section)]
}

/** `all 5` or `4 of 5`. If only some calls are tested: `5 of 9 tried, all work`. */
function countOf({ calls, without = {}, untried = new Map() }: Part): string {
  const tried = calls.length + Object.keys(without).length
  const isWhole = tried === calls.length
  const others = [...untried.values()].flat().length
  if (others > 0) return `${tried} of ${tried + others} tried, ${isWhole ? 'all' : calls.length} work`
  return isWhole ? `all ${tried}` : `${calls.length} of ${tried}`
}

function untried(): string {
  const rows = UNTRIED.map(([title, language, reason]) => `| ${title} | ${language} | ${reason} |`)
  return ['| Not tried | Language | Why |', '| --- | --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `These clients run unmodified against Aviary in its acceptance suite (\`acceptance/clients\`), at the named versions. \`npm run clients\`
installs those that are not npm packages. A call counts as working if the suite has compared its result with the data of the server, on
SQLite and on PostgreSQL; of some changes, only the success was checked. The suite tries only a part of the calls of the libraries in Go, Java
and R; this page names the calls that were not tried, with the reason.

A client with built-in host names reaches the server through a proxy and a certificate ([how to](operating.md#clients-with-built-in-host-names)). Other
clients have a setting for the address of the server.

twit 2.2.11 and twitter 1.7.1 (JavaScript) have no separate functions for the calls; their functions take any path. [Tests of a client library](testing/library-suite.md)
has the results of the tests that the package twit contains.`

function section({ title, parts }: Tool): string[] {
  const lines = parts.map(({ name, calls }) => `${name}: ${spans(calls)}.`)
  const untried = parts.flatMap((part) => [...(part.untried ?? [])])
  const missing = parts.flatMap(({ without = {} }) => Object.entries(without))
  return [
    `## ${title}`,
    ...lines,
    ...table(
      'Not tried',
      untried.map(([reason, calls]) => `| ${spans(calls)} | ${reason} |`),
    ),
    ...table(
      'Does not work',
      missing.map(([call, reason]) => `| \`${call}\` | ${reason} |`),
    ),
  ]
}

/** A table of calls with reasons; nothing without rows. */
function table(head: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [[`| ${head} | Why |`, '| --- | --- |', ...rows].join('\n')]
}

function spans(calls: readonly string[]): string {
  return calls
    .toSorted()
    .map((call) => `\`${call}\``)
    .join(', ')
}
