/**
 * Days on which API v2 got its endpoints, and on which some ended, as data. They count with the setting
 * `second_generation: dated` (spec/v2.md#clock).
 */
import { type Dated, type Day, isOn } from '../formats/fields/day.ts'
import { EdgeError, type Method } from '../http/endpoint.ts'
import type { Lifecycle, Version } from '../http/pipeline.ts'

/** Endpoints with their days. */
export interface Introduction extends Dated {
  readonly since: Day
  /** Default: all. */
  readonly methods?: readonly Method[]
  /** Paths, in which `:` stands for any one parameter, or beginnings that end in `/*`. */
  readonly paths: readonly string[]
}

const GET = ['GET'] as const
const WRITES = ['POST', 'PUT', 'DELETE'] as const

/** The first row that matches counts; other paths of API v2 have {@link FIRST_DAY}. */
export const INTRODUCTIONS: readonly Introduction[] = [
  { since: '2020-08-19', paths: ['/2/tweets/:/hidden'] },
  { since: '2020-12-17', methods: GET, paths: ['/2/users/:/tweets', '/2/users/:/mentions'] },
  { since: '2020-12-17', methods: GET, paths: ['/2/users/:/followers', '/2/users/:/following'] },
  { since: '2021-01-26', paths: ['/2/tweets/search/all'] },
  { since: '2021-02-10', methods: WRITES, paths: ['/2/users/:/following', '/2/users/:/following/:'] },
  {
    since: '2021-04-07',
    until: '2023-06-12',
    methods: WRITES,
    paths: ['/2/users/:/blocking', '/2/users/:/blocking/:'],
  },
  { since: '2021-04-22', paths: ['/2/users/:/likes', '/2/users/:/likes/:'] },
  {
    since: '2021-05-20',
    paths: ['/2/users/:/blocking', '/2/users/:/liked_tweets', '/2/tweets/:/liking_users'],
  },
  { since: '2021-06-24', paths: ['/2/tweets/counts/*'] },
  { since: '2021-06-30', methods: WRITES, paths: ['/2/users/:/muting', '/2/users/:/muting/:'] },
  { since: '2021-09-22', paths: ['/2/users/:/muting'] },
  {
    since: '2021-07-14',
    paths: ['/2/users/:/retweets', '/2/users/:/retweets/:', '/2/tweets/:/retweeted_by'],
  },
  { since: '2021-08-18', paths: ['/2/spaces', '/2/spaces/*'] },
  { since: '2021-08-25', paths: ['/2/compliance/*'] },
  {
    since: '2021-09-29',
    methods: WRITES,
    paths: ['/2/lists', '/2/lists/*', '/2/users/:/followed_lists/*', '/2/users/:/pinned_lists/*'],
  },
  {
    since: '2021-09-29',
    methods: WRITES,
    paths: ['/2/users/:/followed_lists', '/2/users/:/pinned_lists'],
  },
  { since: '2021-11-03', methods: WRITES, paths: ['/2/tweets', '/2/tweets/:'] },
  {
    since: '2021-11-15',
    paths: [
      '/2/lists/*',
      '/2/users/:/owned_lists',
      '/2/users/:/followed_lists',
      '/2/users/:/list_memberships',
      '/2/users/:/pinned_lists',
    ],
  },
  { since: '2021-12-14', paths: ['/2/users/me', '/2/oauth2/*'] },
  { since: '2022-03-17', paths: ['/2/tweets/:/quote_tweets'] },
  { since: '2022-03-24', paths: ['/2/users/:/bookmarks', '/2/users/:/bookmarks/:'] },
  { since: '2022-05-19', paths: ['/2/users/:/timelines/reverse_chronological'] },
  {
    since: '2022-10-27',
    paths: ['/2/dm_events', '/2/dm_events/*', '/2/dm_conversations', '/2/dm_conversations/*'],
  },
  { since: '2023-09-28', paths: ['/2/tweets/:/retweets'] },
  { since: '2023-11-02', paths: ['/2/usage/*'] },
  { since: '2023-12-08', paths: ['/2/users/search'] },
  { since: '2023-12-12', paths: ['/2/trends/*'] },
  { since: '2024-11-22', paths: ['/2/communities/*'] },
  { since: '2025-01-16', paths: ['/2/media/upload', '/2/media/metadata', '/2/media/subtitles'] },
  { since: '2025-04-30', paths: ['/2/media/upload/*'] },
]

/** The day of lookups, recent search and streams. */
const FIRST_DAY: Day = '2020-08-12'

interface Declared {
  readonly method: Method
  readonly paths: readonly [string, ...string[]]
}

function isOfV2({ paths: [path] }: Pick<Declared, 'paths'>): boolean {
  return path.startsWith('/2/')
}

/** The days of an endpoint; undefined for one that is not of API v2. */
export function daysOf(endpoint: Declared): Dated | undefined {
  if (!isOfV2(endpoint)) return undefined
  const path = endpoint.paths[0].replaceAll(/:[a-z_]+/g, ':')
  const isAt = (pattern: string) =>
    pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
  const row = INTRODUCTIONS.find(
    ({ methods, paths }) => (methods === undefined || methods.includes(endpoint.method)) && paths.some(isAt),
  )
  return row === undefined ? { since: FIRST_DAY } : { since: row.since, until: row.until }
}

const SERVED: Version = { signals: [], gone: undefined }

/** The setting `second_generation` for endpoints. */
export interface V2Clock {
  /** Undefined for endpoints that are always served. Outside of its days a path is unknown. */
  lifecycleOf(endpoint: Declared): Lifecycle | undefined
  /** The day whose objects an endpoint has; undefined for the default. */
  dayFor(endpoint: Declared): Day | undefined
}

const OPEN: V2Clock = { lifecycleOf: () => undefined, dayFor: () => undefined }

/** @param today milliseconds since the Unix epoch; undefined serves every endpoint */
export function v2Clock(setting: 'open' | 'dated', today: () => number | undefined): V2Clock {
  if (setting === 'open') return OPEN
  const day = () => {
    const now = today()
    return now === undefined ? undefined : new Date(now).toISOString().slice(0, 10)
  }
  return {
    lifecycleOf(endpoint) {
      const days = daysOf(endpoint)
      return days === undefined ? undefined : () => versionOn(days, day())
    },
    dayFor: (endpoint) => (isOfV2(endpoint) ? day() : undefined),
  }
}

function versionOn(days: Dated, day: Day | undefined): Version {
  if (day === undefined || isOn(days, day)) return SERVED
  return { signals: [], gone: new EdgeError('unknown-path', `the API of ${day} has no such endpoint`) }
}
