/**
 * The table of lifetimes: the days on which paths begin, are deprecated and end
 * (spec/versioning.md#deprecation-periods).
 */
import type { Method } from '../../http/endpoint.ts'
import {
  type EndingLifetime,
  type Lifetime,
  type LifetimeRow,
  lifetimeRows,
  type Retirement,
} from './lifetime.ts'
import { V2_LIFETIMES } from './v2-lifetimes.ts'

/** The path of the page about versions (spec/versioning.md#deprecation-headers). */
export const VERSIONS_PAGE = '/versioning'

const GET = ['GET'] as const
const POST = ['POST'] as const
const PUT = ['PUT'] as const

type Announced = Omit<Retirement, 'successor' | 'reason'>

const LABS_1_EARLY: Announced = { deprecated: '2020-02-25', sunset: '2020-07-08' }
const LABS_1_LATE: Announced = { deprecated: '2020-08-12', sunset: '2020-10-12' }
const LEGACY_MESSAGES: Announced = { deprecated: '2017-12-19', sunset: '2018-09-17' }
const USER_STREAMS: Announced = { deprecated: '2017-12-19', sunset: '2018-08-23' }

/** The path of the successor of the user and site streams. */
const ACTIVITY = '/1.1/account_activity/all/:env_name/webhooks.json'

function retired(
  announced: Announced,
  successor: string,
  of: Omit<Lifetime, 'until' | 'retirement'>,
): EndingLifetime {
  const retirement = { ...announced, successor, reason: 'endpoint-retired' } as const
  return { ...of, until: announced.sunset, retirement }
}

function legacyMessages(methods: readonly Method[], path: string, successor: string): EndingLifetime {
  return retired(LEGACY_MESSAGES, `/1.1/direct_messages/events/${successor}.json`, { methods, paths: [path] })
}

const LEGACY_MESSAGE_LIFETIMES: readonly EndingLifetime[] = [
  legacyMessages(GET, '/1.1/direct_messages.json', 'list'),
  legacyMessages(GET, '/1.1/direct_messages/sent.json', 'list'),
  legacyMessages(GET, '/1.1/direct_messages/show.json', 'show'),
  legacyMessages(GET, '/1.1/direct_messages/show/:id.json', 'show'),
  legacyMessages(POST, '/1.1/direct_messages/new.json', 'new'),
  legacyMessages(POST, '/1.1/direct_messages/destroy.json', 'destroy'),
  retired(USER_STREAMS, ACTIVITY, { paths: ['/1.1/user.json'] }),
  retired(USER_STREAMS, ACTIVITY, { paths: ['/1.1/site.json'] }),
]

/** Lifetimes with an announced end, which deprecation headers show. */
export const ENDING_LIFETIMES: readonly EndingLifetime[] = [
  {
    until: '2013-06-11',
    paths: ['/1/*'],
    retirement: {
      deprecated: '2012-09-05',
      sunset: '2013-06-11',
      successor: '/1.1/',
      reason: 'version-inactive',
    },
  },
  ...LEGACY_MESSAGE_LIFETIMES,
  retired({ deprecated: '2022-04-29', sunset: '2022-10-29' }, '/2/tweets/sample/stream', {
    paths: ['/1.1/statuses/sample.json'],
  }),
  retired({ deprecated: '2023-03-09', sunset: '2023-03-14' }, '/2/tweets/search/stream', {
    paths: ['/1.1/statuses/filter.json'],
  }),
  retired(LABS_1_EARLY, '/labs/2/tweets', { since: '2019-06-11', methods: GET, paths: ['/labs/1/tweets'] }),
  retired(LABS_1_EARLY, '/labs/2/users', { since: '2019-06-11', methods: GET, paths: ['/labs/1/users'] }),
  retired(LABS_1_EARLY, '/labs/2/tweets/search', {
    since: '2020-01-06',
    methods: GET,
    paths: ['/labs/1/tweets/search'],
  }),
  retired(LABS_1_EARLY, '/labs/2/tweets/:id/hidden', {
    since: '2020-02-26',
    methods: PUT,
    paths: ['/labs/1/tweets/:id/hidden'],
  }),
  retired(LABS_1_LATE, '/2/tweets/search/stream', {
    since: '2019-09-18',
    methods: GET,
    paths: ['/labs/1/tweets/stream/filter'],
  }),
  retired(LABS_1_LATE, '/2/tweets/search/stream/rules', {
    since: '2019-09-18',
    paths: ['/labs/1/tweets/stream/filter/rules'],
  }),
  retired(LABS_1_LATE, '/2/tweets/sample/stream', {
    since: '2019-10-22',
    methods: GET,
    paths: ['/labs/1/tweets/stream/sample'],
  }),
  retired(LABS_1_LATE, '/2/tweets', {
    since: '2019-08-27',
    methods: GET,
    paths: ['/labs/1/tweets/metrics/private'],
  }),
  retired({ deprecated: '2020-08-12', sunset: '2020-11-16' }, '/2/tweets/search/recent', {
    since: '2020-02-25',
    methods: GET,
    paths: ['/labs/2/tweets/search'],
  }),
  retired({ deprecated: '2020-08-19', sunset: '2020-11-16' }, '/2/tweets/:id/hidden', {
    since: '2020-02-25',
    methods: PUT,
    paths: ['/labs/2/tweets/:id/hidden'],
  }),
]

/** All lifetimes. The first matching row applies. */
export const LIFETIMES: readonly Lifetime[] = [
  ...ENDING_LIFETIMES,
  {
    since: '2020-02-25',
    paths: ['/labs/2/tweets', '/labs/2/tweets/:id', '/labs/2/users', '/labs/2/users/*'],
  },
  { until: '2019-06-10', paths: ['/1.1/help/tos.json', '/1.1/help/privacy.json'] },
  { until: '2021-06-18', paths: ['/1.1/help/configuration.json'] },
  ...V2_LIFETIMES,
]

/** {@link LIFETIMES}, prepared for lookups. */
export const LIFETIME_ROWS = lifetimeRows(LIFETIMES)

/**
 * The rows of a server (spec/retired-endpoints.md#end-of-legacy-messages).
 * @param retiredMessages the response of the legacy endpoints of direct messages, and of the user and site
 *   streams, after their end: `gone` for 410, `unknown` for 404
 */
export function lifetimeRowsOf(retiredMessages: 'gone' | 'unknown'): readonly LifetimeRow[] {
  if (retiredMessages === 'gone') return LIFETIME_ROWS
  const unknown = LEGACY_MESSAGE_LIFETIMES.map((lifetime) => ({
    ...lifetime,
    retirement: { ...lifetime.retirement, reason: 'unknown-path' as const },
  }))
  return [...lifetimeRows(unknown), ...LIFETIME_ROWS]
}
