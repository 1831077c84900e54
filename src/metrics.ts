/** What is counted and measured, in Prometheus's form. One registry per server, so that tests do not share it. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StoreObserver } from './db/store.ts'
import type { Observed } from './http/pipeline.ts'

export interface Metrics {
  readonly store: StoreObserver
  /** Makes the function that counts the answers of one endpoint. */
  observer(observed: Observed): (status: number, milliseconds: number) => void
  /** Counts a request that could not be read. */
  unreadable(status: number): void
  /** Adds a figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void
  /** All of it in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** Seconds; the 5 ms bound of a statement on the event loop is one of them (design section 3). */
const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1]
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'aviary_requests_total',
    help: 'Answered requests.',
    labelNames: ['family', 'method', 'path', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'aviary_request_seconds',
    help: 'From the headers of a request to its answer.',
    labelNames: ['family'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const unreadable = new Counter({
    name: 'aviary_unreadable_requests_total',
    help: 'Requests that the HTTP parser refused, by the status of the answer.',
    labelNames: ['status'],
    registers,
  })
  const statements = new Histogram({
    name: 'aviary_statement_seconds',
    help: 'SQLite statements, each of which holds the event loop.',
    buckets: STATEMENT_BUCKETS,
    registers,
  })
  const groups = new Histogram({
    name: 'aviary_group_verbs',
    help: 'Writing verbs that shared a transaction.',
    buckets: GROUP_BUCKETS,
    registers,
  })
  const busy = new Counter({
    name: 'aviary_store_busy_total',
    help: 'Times that the write lock was held by another process.',
    registers,
  })
  return {
    store: {
      statement: (milliseconds) => statements.observe(milliseconds / 1000),
      group: (verbs) => groups.observe(verbs),
      busy: () => busy.inc(),
    },
    observer({ family, method, path }) {
      const duration = durations.labels({ family })
      // Looking up labels costs more than counting.
      const byStatus = new Map<number, { inc(): void }>()
      return (status, milliseconds) => {
        let counter = byStatus.get(status)
        if (counter === undefined) {
          counter = requests.labels({ family, method, path, status })
          byStatus.set(status, counter)
        }
        counter.inc()
        duration.observe(milliseconds / 1000)
      }
    },
    unreadable: (status) => unreadable.inc({ status }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
