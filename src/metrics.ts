/**
 * Prometheus metrics. Each server has its own registry, so that servers of one process do not share metrics. Values
 * that change with every request or statement are plain counters, which the registry reads when metrics are requested.
 * The counters of prom-client are not used, because they look up labels at each call. This look-up takes as long as
 * checking a rate limit or a signature.
 */
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { StoreObserver } from './db/store.ts'
import type { ResponseLabels } from './http/pipeline.ts'
import type { StreamObserver } from './http/stream-response.ts'
import { Distribution } from './lib/distribution.ts'

export interface Metrics {
  readonly store: StoreObserver
  /** Makes the function that counts the responses of one endpoint. */
  observer(observed: ResponseLabels): (status: number, milliseconds: number) => void
  /** Counts the connections of a stream. */
  stream(name: string): StreamObserver
  /**
   * Counts results of webhook deliveries.
   * @param backlogs returns the pending deliveries when metrics are requested; `since` is in milliseconds since the
   * Unix epoch
   * @param now the current time in milliseconds since the Unix epoch
   */
  webhooks(backlogs: () => Promise<readonly WebhookBacklog[]>, now: () => number): WebhookObserver
  /**
   * Makes the function that counts the items that a reader skips because of their own data.
   * @param remembered returns the number of recorded items of each reader when metrics are requested
   */
  failures(
    remembered: () => Promise<readonly { readonly reader: string; readonly items: number }[]>,
  ): (reader: string) => void
  /** Counts a request that could not be parsed. */
  unreadable(status: number): void
  /** Adds a value that is read when metrics are requested and may increase and decrease. */
  gauge(name: string, help: string, read: () => number): void
  /** Adds a value that is read when metrics are requested and only increases until the process ends. */
  counter(name: `${string}_total`, help: string, read: () => number): void
  /** The values of a metric; empty for an unknown name. */
  values(name: string): Promise<readonly MetricValue[]>
  /** All metrics in Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** A value of a metric, with its labels. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string | number | undefined>>
  readonly value: number
}

/** Number of pending deliveries of a webhook, and the age of the oldest delivery. */
interface WebhookBacklog {
  readonly webhookId: bigint
  readonly waiting: number
  readonly since: number
}

/** Receives every delivery result, attempt and CRC challenge. */
interface WebhookObserver {
  settled(outcome: string): void
  attempted(outcome: string, milliseconds: number): void
  challenged(isValid: boolean): void
}

/** Bounds in seconds. They include 5 ms, the limit of a statement on the event loop (spec/server.md#storage). */
const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1]
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const STREAM_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/**
 * A registry in which a metric replaces an earlier metric with the same name. The earlier metric belongs to parts that
 * are closed.
 */
class RenewingRegistry extends Registry {
  override registerMetric<T extends string>(metric: Metric<T>): void {
    this.removeSingleMetric((metric as unknown as { name: string }).name)
    super.registerMetric(metric)
  }
}

let shared: Registry | undefined

/**
 * The metrics of the process, such as its memory, which all servers of the process share. They observe the garbage
 * collector and the event loop until the process ends, so they would keep a closed server in memory.
 */
function processMetrics(): Registry {
  if (shared === undefined) {
    shared = new Registry()
    collectDefaultMetrics({ register: shared })
  }
  return shared
}

export function createMetrics(): Metrics {
  const registry = new RenewingRegistry()
  const ofProcess = processMetrics()
  const registers = [registry]
  const answers = answerMetrics(registry)
  const unreadable = new Counter({
    name: 'aviary_unreadable_requests_total',
    help: 'Requests that the HTTP parser refused, by the status of the response.',
    labelNames: ['status'],
    registers,
  })
  const busy = new Counter({
    name: 'aviary_store_busy_total',
    help: 'Number of times that another process held the write lock.',
    registers,
  })
  const statements = histogram(registry, {
    name: 'aviary_statement_seconds',
    help: 'Durations of SQLite statements; each statement blocks the event loop.',
    bounds: STATEMENT_BUCKETS,
  })()
  const groups = histogram(registry, {
    name: 'aviary_group_verbs',
    help: 'Number of write commands that shared a transaction.',
    bounds: GROUP_BUCKETS,
  })()
  return {
    store: {
      statement: (milliseconds) => statements.observe(milliseconds / 1000),
      group: (commands) => groups.observe(commands),
      busy: () => busy.inc(),
    },
    observer: answers,
    stream: streamMetrics(registry),
    webhooks: (backlogs, now) => webhookMetrics(registry, backlogs, now),
    failures: (remembered) => failureMetrics(registry, remembered),
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
    counter(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    async values(name) {
      const metric = registry.getSingleMetric(name) ?? ofProcess.getSingleMetric(name)
      return (await metric?.get())?.values ?? []
    },
    text: async () => `${await ofProcess.metrics()}${await registry.metrics()}`,
    contentType: registry.contentType,
  }
}

/** Connections by stream and part, reasons why they were closed, and delivery latency. */
function streamMetrics(registry: Registry): Metrics['stream'] {
  const registers = [registry]
  const open = new Gauge({
    name: 'aviary_stream_connections',
    help: 'Open connections of streams.',
    labelNames: ['stream', 'part'],
    registers,
  })
  const closed = new Counter({
    name: 'aviary_stream_closed_total',
    help: 'Connections of streams that have ended, by reason.',
    labelNames: ['stream', 'reason'],
    registers,
  })
  const delayOf = histogram(registry, {
    name: 'aviary_stream_delay_seconds',
    help: 'Time from an event to its write to a connection.',
    bounds: STREAM_BUCKETS,
  })
  return (stream) => {
    const delay = delayOf({ stream })
    return {
      opened: (part) => open.inc({ stream, part }),
      closed(part, reason) {
        open.dec({ stream, part })
        closed.inc({ stream, reason })
      },
      written: (milliseconds) => delay.observe(milliseconds / 1000),
    }
  }
}

function webhookMetrics(
  registry: Registry,
  backlogs: () => Promise<readonly WebhookBacklog[]>,
  now: () => number,
): WebhookObserver {
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['outcome'], registers })
  const settled = counter('aviary_webhook_deliveries_total', 'Deliveries to webhooks that are over.')
  const tried = counter('aviary_webhook_attempts_total', 'Requests to receivers of webhooks.')
  const challenged = counter('aviary_webhook_challenges_total', 'Challenges of receivers of webhooks.')
  const seconds = histogram(registry, {
    name: 'aviary_webhook_attempt_seconds',
    help: 'Durations of requests to receivers of webhooks, from the beginning of the request to the end of the response.',
    bounds: REQUEST_BUCKETS,
  })()
  const age = new Gauge({
    name: 'aviary_webhook_head_age_seconds',
    help: 'Waiting time of the oldest delivery to a webhook.',
    labelNames: ['webhook'],
    registers,
  })
  new Gauge({
    name: 'aviary_webhook_backlog',
    help: 'Deliveries that wait for a webhook.',
    labelNames: ['webhook'],
    registers,
    async collect() {
      // While the database fails, the backlog metrics have no values; other metrics show the failure.
      const all = await backlogs().catch(() => [])
      this.reset()
      age.reset()
      for (const { webhookId, waiting, since } of all) {
        const labels = { webhook: String(webhookId) }
        this.set(labels, waiting)
        age.set(labels, Math.max(0, now() - since) / 1000)
      }
    },
  })
  return {
    settled: (outcome) => settled.inc({ outcome }),
    attempted(outcome, milliseconds) {
      tried.inc({ outcome })
      seconds.observe(milliseconds / 1000)
    },
    challenged: (isValid) => challenged.inc({ outcome: isValid ? 'met' : 'failed' }),
  }
}

function failureMetrics(
  registry: Registry,
  remembered: Parameters<Metrics['failures']>[0],
): (reader: string) => void {
  const registers = [registry]
  const left = new Counter({
    name: 'aviary_failed_items_total',
    help: 'Items that a reader of the log or a timed job skipped because their own data failed.',
    labelNames: ['reader'],
    registers,
  })
  new Gauge({
    name: 'aviary_failed_items_remembered',
    help: 'Items that were skipped and wait for a retry: "aviary failed list".',
    labelNames: ['reader'],
    registers,
    async collect() {
      // While the database fails, the metrics keep their last values; other metrics show the failure.
      const all = await remembered().catch(() => undefined)
      if (all === undefined) return
      this.reset()
      for (const { reader, items } of all) this.set({ reader }, items)
    },
  })
  return (reader) => left.inc({ reader })
}

/** Counts responses by endpoint and status, and measures durations by family. */
function answerMetrics(registry: Registry): Metrics['observer'] {
  const observed: { readonly labels: ResponseLabels; readonly byStatus: Map<number, number> }[] = []
  new Counter({
    name: 'aviary_requests_total',
    help: 'Requests that got a response.',
    labelNames: ['family', 'method', 'path', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, byStatus } of observed) {
        for (const [status, count] of byStatus) this.inc({ ...labels, status }, count)
      }
    },
  })
  const durationOf = histogram(registry, {
    name: 'aviary_request_seconds',
    help: 'Time from the headers of a request to its response.',
    bounds: REQUEST_BUCKETS,
  })
  return (labels) => {
    const byStatus = new Map<number, number>()
    observed.push({ labels, byStatus })
    const duration = durationOf({ family: labels.family })
    return (status, milliseconds) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      duration.observe(milliseconds / 1000)
    }
  }
}

interface HistogramOptions {
  readonly name: string
  readonly help: string
  readonly bounds: readonly number[]
}

type Labels = Readonly<Record<string, string>>

/** Registers a histogram. Returns a function that returns the distribution for a set of labels. */
function histogram(
  registry: Registry,
  { name, help, bounds }: HistogramOptions,
): (labels?: Labels) => Distribution {
  const distributions = new Map<string, { readonly labels: Labels; readonly values: Distribution }>()
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    async get() {
      const values = distributions.values().flatMap(({ labels, values }) => exported(name, labels, values))
      return { name, help, type: 'histogram', aggregator: 'sum', values: values.toArray() }
    },
  }
  // The registry uses only the following fields of a metric.
  registry.registerMetric(metric as unknown as Metric)
  return (labels = {}) => {
    const key = JSON.stringify(labels)
    const known = distributions.get(key)
    if (known !== undefined) return known.values
    const values = new Distribution(bounds)
    distributions.set(key, { labels, values })
    return values
  }
}

interface Exported {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

function exported(name: string, labels: Labels, values: Distribution): Exported[] {
  const bucket = (le: string | number, value: number) => ({
    metricName: `${name}_bucket`,
    labels: { le, ...labels },
    value,
  })
  return [
    ...values.cumulative().map((value, index) => bucket(values.bounds[index] ?? 0, value)),
    bucket('+Inf', values.count),
    { metricName: `${name}_sum`, labels, value: values.sum },
    { metricName: `${name}_count`, labels, value: values.count },
  ]
}
