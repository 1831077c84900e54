/** Lists the working calls of each client from the cases that test them: the content of docs/tools.md. */

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
}

interface Tool {
  readonly title: string
  readonly language: string
  readonly parts: readonly Part[]
}

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
      {
        name: 'services',
        calls: [
          ...[
            'Accounts',
            'DirectMessages',
            'Favorites',
            'Followers',
            'Friends',
            'Friendships',
            'Lists',
            'RateLimits',
          ],
          ...['Search', 'Statuses', 'Streams', 'Timelines', 'Trends', 'Users'],
        ],
      },
    ],
  },
  {
    title: INSTALLS['go-twitter-v2'].title,
    language: 'Go',
    parts: [
      {
        name: '`Client`',
        calls: [
          ...['TweetLookup', 'UserNameLookup', 'UserTweetTimeline', 'TweetRecentSearch', 'TweetRecentCounts'],
          ...['QuoteTweetsLookup', 'UserRetweetLookup', 'TweetLikesLookup', 'AuthUserLookup', 'CreateTweet'],
          ...[
            'DeleteTweet',
            'UserLikes',
            'DeleteUserLikes',
            'UserRetweet',
            'DeleteUserRetweet',
            'UserFollows',
          ],
          ...['UserMutes', 'DeleteUserMutes', 'CreateList', 'ListLookup', 'AddListMember', 'ListUserMembers'],
          ...['UserPinList', 'DeleteList', 'TweetSearchStreamAddRule', 'TweetSearchStream'],
          'TweetSearchStreamDeleteRuleByID',
        ],
        without: { CreateComplianceBatchJob: 'the client sends no credentials with it' },
      },
    ],
  },
  {
    title: INSTALLS.twitter4j.title,
    language: 'Java',
    parts: [
      {
        name: 'resources',
        calls: [
          ...[
            'timelines',
            'tweets',
            'search',
            'directMessages',
            'friendsFollowers',
            'users',
            'favorites',
            'list',
          ],
          ...['savedSearches', 'placesGeo', 'trends', 'help', 'TwitterStream.filter'],
        ],
      },
    ],
  },
  {
    title: INSTALLS.hbc.title,
    language: 'Java',
    parts: [{ name: 'endpoints', calls: ['StatusesFilterEndpoint'] }],
  },
  {
    title: INSTALLS.rtweet.title,
    language: 'R',
    parts: [
      {
        name: 'functions',
        calls: [
          ...[
            'get_timeline',
            'get_my_timeline',
            'get_mentions',
            'search_tweets',
            'lookup_tweets',
            'get_retweets',
          ],
          ...[
            'get_retweeters',
            'get_favorites',
            'lookup_users',
            'search_users',
            'get_friends',
            'get_followers',
          ],
          ...[
            'trends_available',
            'post_tweet',
            'post_favorite',
            'post_destroy',
            'post_list',
            'lists_members',
          ],
          ...['lists_statuses', 'rate_limit'],
        ],
      },
    ],
  },
]

/** Clients of the specification that the suite does not run. */
const UNTRIED = [
  [
    'rtweet 2.0',
    'R',
    'only on CRAN, which the suite does not install from; Debian 12 has 1.1.0, which is tried',
  ],
  [
    'rtweet 1.1.0, rules and streams of API v2',
    'R',
    'they go by httr2, which trusts the certificates of the system alone; `filtered_stream` and `sample_stream` keep only the last piece of a stream',
  ],
  ['academictwitteR 0.3.1', 'R', 'only on CRAN; no release of Debian has it'],
] as const

function callsOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.map(({ call }) => call))]
}

/** Markdown of docs/tools.md, below its head. */
export function toolsPage(): readonly string[] {
  const rows = TOOLS.flatMap(({ title, language, parts }) =>
    parts.map(({ name, calls, without = {} }) => {
      const missing = Object.keys(without).length
      const all = missing === 0 ? `all ${calls.length}` : `${calls.length} of ${calls.length + missing}`
      return `| ${title} | ${language} | ${name} | ${all} |`
    }),
  )
  const head = ['| Tool | Language | Part | Calls that work |', '| --- | --- | --- | --- |']
  return [INTRODUCTION, [...head, ...rows].join('\n'), untried(), ...TOOLS.flatMap(section)]
}

function untried(): string {
  const rows = UNTRIED.map(([title, language, reason]) => `| ${title} | ${language} | ${reason} |`)
  return ['| Not tried | Language | Why |', '| --- | --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `These clients run unmodified against Aviary in its acceptance suite (\`acceptance/clients\`), at the named versions. \`npm run clients\`
installs those that are not npm packages. A call works if its result has been compared with the data of the server.

A client finds a server under the public host names by a proxy and a certificate ([how to](operating.md#clients-with-built-in-host-names)), or
by the name of the server in the client's settings, if it has one.`

function section({ title, parts }: Tool): string[] {
  const lines = parts.map(
    ({ name, calls }) =>
      `${name}: ${calls
        .toSorted()
        .map((call) => `\`${call}\``)
        .join(', ')}.`,
  )
  const missing = parts.flatMap(({ without = {} }) => Object.entries(without))
  const rows = missing.map(([call, reason]) => `| \`${call}\` | ${reason} |`)
  const table = ['| Does not work | Why |', '| --- | --- |', ...rows].join('\n')
  return [`## ${title}`, ...lines, ...(missing.length === 0 ? [] : [table])]
}
