/** Grades the requests for pages of a list (spec/followers.md#cursors, spec/limits.md#spent-window). */
import { type Grade, type GradedRow, type PageRequest, seconds, UNKNOWN } from './attempt.ts'
import { PAGING_SCRIPT, type PagingTrial } from './paging-script.ts'

/** Minimum wait before a failed request is repeated, in milliseconds. */
const RETRY_MIN_MS = 500
/** Tolerance in milliseconds, because `x-rate-limit-reset` has whole seconds. */
const RESET_TOLERANCE_MS = 1_000

const RULES: readonly {
  readonly trial: Exclude<PagingTrial, 'page'>
  readonly expected: string
  readonly change: string
  /** True if the wait between the two requests is too short. */
  wrongWait(failed: PageRequest, next: PageRequest): boolean
}[] = [
  {
    trial: 'rate-limit',
    expected: 'waits after a 429 until x-rate-limit-reset, and repeats the page',
    change: 'After a 429 wait until the time of x-rate-limit-reset, then repeat the same request.',
    wrongWait: ({ resetAt }, next) => resetAt !== undefined && next.at < resetAt - RESET_TOLERANCE_MS,
  },
  {
    trial: 'unavailable',
    expected: 'repeats a page after a 503, after a wait of at least 0.5 s',
    change: 'After a 503 wait a moment, longer each time, and repeat the same request.',
    wrongWait: (failed, next) => next.at - failed.endedAt < RETRY_MIN_MS,
  },
  {
    trial: 'cut-body',
    expected: 'repeats a page whose answer was cut',
    change: 'Treat an answer that ends early as a failed request, and repeat it; do not use its part.',
    wrongWait: () => false,
  },
]

/** Returns a report row for each rule. */
export function gradePaging(requests: readonly PageRequest[]): readonly GradedRow[] {
  return [pagingRow(requests), ...RULES.map((rule) => retryRow(requests, rule))]
}

function trialOf({ step }: PageRequest): PagingTrial {
  return PAGING_SCRIPT[step] ?? 'page'
}

function retryRow(
  requests: readonly PageRequest[],
  { trial, expected, change, wrongWait }: (typeof RULES)[number],
): GradedRow {
  const name = `page-${trial}`
  const index = requests.findIndex((request) => trialOf(request) === trial)
  const failed = requests[index]
  if (failed === undefined) return { name, grade: 'not-seen', expected, seen: 'no page was requested so far' }
  const next = requests[index + 1]
  const row = (grade: Grade, seen: string): GradedRow => ({
    ...{ name, grade, expected, seen },
    ...(grade === 'fail' ? { change } : {}),
  })
  if (next === undefined) return row('fail', 'the client requested nothing more')
  if (next.cursor !== failed.cursor) return row('fail', 'the client left the page out, or began anew')
  const seen = `repeated it after ${seconds(next.at - failed.endedAt)}`
  return row(wrongWait(failed, next) ? 'fail' : 'pass', seen)
}

function pagingRow(requests: readonly PageRequest[]): GradedRow {
  const expected = 'requests every page once, also after an empty one, until there is no next cursor'
  const pages = requests.filter((request) => trialOf(request) === 'page')
  const row = (grade: Grade, seen: string, change?: string): GradedRow => ({
    ...{ name: 'paging', grade, expected, seen },
    ...(change === undefined ? {} : { change }),
  })
  if (pages.length === 0) return row('not-seen', 'no page was requested')
  if (pages.some(({ next }) => next === UNKNOWN)) {
    return row('not-seen', 'the pages are too long for the request log: ask for pages of 100')
  }
  if (pages.length === 1 && pages[0]?.next === undefined) {
    return row('not-seen', 'all came in one page: ask for pages of 100')
  }
  const jump = pages.find((page, index) => index > 0 && page.cursor !== pages[index - 1]?.next)
  if (jump !== undefined) {
    const isPastEnd = pages[pages.indexOf(jump) - 1]?.next === undefined
    return isPastEnd
      ? row(
          'fail',
          'requested more after the last page',
          'Stop when next_cursor is 0, or next_token is absent.',
        )
      : row('fail', 'requested a page that did not follow', 'Send next_cursor as cursor, exactly as it came.')
  }
  const last = pages.at(-1)
  if (last?.next === undefined) return row('pass', `${pages.length} pages to the end`)
  const isAfterFault = requests.at(-1) !== last
  if (isAfterFault) return row('not-seen', 'the client ended after an error, which has its own row')
  return last.items === 0
    ? row(
        'fail',
        'ended at an empty page',
        'Go on after an empty page: only next_cursor 0, or no next_token, is the end.',
      )
    : row(
        'fail',
        `ended after ${pages.length} pages`,
        'Request pages until next_cursor is 0, or next_token is absent.',
      )
}
