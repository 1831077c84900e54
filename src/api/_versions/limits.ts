/**
 * The table of earlier rate windows of v1.1, with the days on which they changed
 * (spec/retired-endpoints.md#limits-by-date).
 */
import type { Day } from '../../formats/fields/day.ts'
import type { Method, WindowSpec } from '../../http/endpoint.ts'

interface EarlierWindow {
  /** The first day on which the next limit applies. */
  readonly until: Day
  /** The methods to which the limit applies; default: GET. */
  readonly methods?: readonly Method[]
  readonly paths: readonly string[]
  /** Maximum requests of a user in the same window length as today; undefined for no limit. */
  readonly user: number | undefined
  /** True for a limit of the account. Headers do not show such a limit. */
  readonly isUnlisted?: boolean
}

/** On this day, reads got larger windows. Most of them became about three times as large. */
const LARGER_READS: Day = '2016-07-01'

/** On this day, writes got rate windows and budgets of apps. Before, only accounts had limits. */
export const LIMITED_WRITES: Day = '2018-10-22'

const POST = ['POST'] as const

/** The rows in the order of days. On a day, the first row of a path with a later `until` applies. */
const EARLIER_WINDOWS: readonly EarlierWindow[] = [
  {
    until: LARGER_READS,
    paths: [
      '/1.1/statuses/user_timeline.json',
      '/1.1/users/show.json',
      '/1.1/users/lookup.json',
      '/1.1/statuses/show.json',
      '/1.1/statuses/lookup.json',
      '/1.1/lists/statuses.json',
    ],
    user: 180,
  },
  {
    until: LARGER_READS,
    methods: POST,
    paths: ['/1.1/users/lookup.json', '/1.1/statuses/lookup.json'],
    user: 180,
  },
  {
    until: LARGER_READS,
    paths: [
      '/1.1/statuses/mentions_timeline.json',
      '/1.1/favorites/list.json',
      '/1.1/account/verify_credentials.json',
      '/1.1/trends/place.json',
      '/1.1/statuses/retweeters/ids.json',
      '/1.1/direct_messages.json',
      '/1.1/direct_messages/sent.json',
      '/1.1/direct_messages/show.json',
      '/1.1/direct_messages/show/:id.json',
    ],
    user: 15,
  },
  { until: LARGER_READS, paths: ['/1.1/statuses/retweets/:id.json'], user: 60 },
  {
    until: LIMITED_WRITES,
    methods: POST,
    paths: [
      '/1.1/statuses/update.json',
      '/1.1/statuses/update_with_media.json',
      '/1.1/statuses/retweet/:id.json',
      '/1.1/favorites/create.json',
    ],
    user: undefined,
  },
  {
    until: LIMITED_WRITES,
    methods: POST,
    paths: ['/1.1/friendships/create.json', '/1.1/direct_messages/events/new.json'],
    user: 1_000,
    isUnlisted: true,
  },
  { until: '2019-04-08', methods: POST, paths: ['/1.1/friendships/create.json'], user: 1_000 },
]

interface Limited {
  readonly method: Method
  readonly paths: readonly [string, ...string[]]
  readonly window: WindowSpec | undefined
}

/** The window of an endpoint on a day; undefined for an endpoint whose window never changed. */
export function windowsByDay(endpoint: Limited): ((day: Day) => WindowSpec | undefined) | undefined {
  const { method, paths, window } = endpoint
  const rows = EARLIER_WINDOWS.filter(
    (row) => (row.methods ?? ['GET']).some((each) => each === method) && row.paths.includes(paths[0]),
  )
  const hasDatedBudget = window?.further?.some(({ since }) => since !== undefined) === true
  if (window === undefined || (rows.length === 0 && !hasDatedBudget)) return undefined
  let last: { readonly day: Day; readonly window: WindowSpec | undefined } | undefined
  return (day) => {
    if (last?.day === day) return last.window
    const row = rows.find(({ until }) => day < until)
    const sized = row === undefined ? window : sizedTo(window, row)
    last = { day, window: sized && budgetedOn(sized, day) }
    return last.window
  }
}

function sizedTo(window: WindowSpec, { user, isUnlisted = false }: EarlierWindow): WindowSpec | undefined {
  if (user === undefined) return undefined
  const { app } = window
  return { ...window, user, isUnlisted, ...(app === undefined || app === 0 ? {} : { app: user }) }
}

function budgetedOn({ further = [], ...window }: WindowSpec, day: Day): WindowSpec {
  const budgets = further.filter(({ since }) => since === undefined || since <= day)
  return budgets.length === 0 ? window : { ...window, further: budgets }
}

/** The endpoint with the window of a day. */
export function limitedOn<E extends Limited>(endpoint: E, day: Day): E {
  const windowOn = windowsByDay(endpoint)
  return windowOn === undefined ? endpoint : { ...endpoint, window: windowOn(day) }
}
