/** Implements the controls in the test library by calling the controls of the server. */
import { programVersion } from '../../lib/package/program-version.ts'
import type { LogEntry } from '../../request-log/entry.ts'
import { entryJson } from '../../request-log/entry-json.ts'
import { harPieces } from '../../request-log/har.ts'
import type { ControlledClock } from '../clock.ts'
import type { ServerControls } from '../controls.ts'
import type { FaultInjector } from '../faults/injector.ts'
import { readDuration, readTime } from '../read-time.ts'
import { MAX_ENTRIES } from '../requests/log.ts'
import { type EntryQuery, readQuery, select } from '../requests/query.ts'
import type {
  ClockControl,
  FaultControl,
  LoggedRequest,
  RequestControl,
  RequestQuery,
} from './control-types.ts'

export function clockControl(clock: ControlledClock): ClockControl {
  return {
    now: () => clock.now(),
    set: async (time) => clock.set(readTime(time)),
    step: async (duration) => clock.step(readDuration(duration)),
    freeze: () => clock.freeze(),
    run: (speed = 1) => clock.run(speed),
  }
}

export function faultControl(faults: FaultInjector): FaultControl {
  return {
    set(plan) {
      faults.load(
        typeof plan === 'string' ? plan : textOf('faults' in plan ? plan : { faults: [plan].flat() }),
      )
    },
    clear: () => faults.clear(),
    counts: () => faults.counts().map(({ name, calls, hits }) => ({ name, calls, hits })),
  }
}

function textOf(plan: object): string {
  return JSON.stringify(plan, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 2)
}

const WAIT_MS = 5_000

const WHOLE_LOG = { byDefault: MAX_ENTRIES, max: MAX_ENTRIES } as const

export function requestControl({
  requests,
  machine,
}: Pick<ServerControls, 'requests' | 'machine'>): RequestControl {
  const found = (query: EntryQuery) => select(requests.entries(), query)
  return {
    list: (query = {}) => found(readQuery(parametersOf(query))).map(entryJson),
    har: (query = {}) =>
      [...harPieces(found(readQuery(parametersOf(query), WHOLE_LOG)), programVersion())].join(''),
    clear: () => requests.clear(),
    waitFor(query, timeoutMs = WAIT_MS) {
      const { matches } = readQuery(parametersOf(query))
      const present = requests.entries().find(matches)
      if (present !== undefined) return Promise.resolve(entryJson(present))
      return new Promise<LoggedRequest>((resolve, reject) => {
        const end = () => {
          cancel()
          unfollow()
        }
        const unfollow = requests.follow((entry) => {
          if (!matches(entry)) return
          end()
          resolve(entryJson(entry))
        })
        const cancel = machine.after(timeoutMs, () => {
          end()
          reject(new Error(noMatch(query, timeoutMs, requests.entries())))
        })
      })
    },
  }
}

function parametersOf(query: RequestQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

const SHOWN_ENTRIES = 5

function noMatch(query: RequestQuery, timeoutMs: number, entries: readonly LogEntry[]): string {
  const newest = entries
    .slice(-SHOWN_ENTRIES)
    .map(
      ({ request, response }) => `${request.method} ${request.target} ${response?.status ?? '(no answer)'}`,
    )
  const log = newest.length === 0 ? 'the log is empty' : `the newest entries are ${newest.join(', ')}`
  return `no request matched ${JSON.stringify(parametersOf(query))} within ${timeoutMs} ms; ${log}`
}
