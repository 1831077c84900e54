/**
 * Opens the parts of a running server that read the log (caches, streams, webhooks and the search index), and the media
 * store.
 *
 * Over the size stop: it opens each of these parts, and does nothing else.
 */

import { calendarOf } from './api/_versions/calendar.ts'
import { appCalendar } from './api/_versions/request-calendar.ts'
import { envelopeText } from './api/1.1/account_activity/_envelopes.ts'
import type { AppTraffic } from './app-traffic.ts'
import { openBlobs, stagingDirectory } from './blobs/open.ts'
import { whileLeased } from './cluster/while-leased.ts'
import { CheckRuns } from './compliance-check/check-runs.ts'
import type { Config } from './config.ts'
import { openMedia } from './domain/media/open-media.ts'
import type { MediaTools } from './domain/media/tools.ts'
import { WrittenPosts } from './domain/posts/write/written-posts.ts'
import { IndexCoverage } from './domain/search/index-coverage.ts'
import { WordCodec } from './domain/search/word-codec.ts'
import { backlogs } from './domain/webhooks/queue.ts'
import { CACHES, onRowFailure, retryCached } from './failed-rows.ts'
import { snowflakeTime } from './lib/ids/snowflake.ts'
import type { Logger } from './lib/log.ts'
import { type Clock, type Random, type RandomsOfParts, systemClock } from './lib/time/clock.ts'
import type { Tracing } from './lib/tracing/tracing.ts'
import { countFailed, eventItem } from './log/failed-items.ts'
import { Failures } from './log/failures.ts'
import { Tail } from './log/tail.ts'
import type { Metrics } from './metrics.ts'
import { type NodeRelay, openRelay } from './node/relay.ts'
import { openReplica, type StaleReader } from './node/replica.ts'
import type { Runtime } from './runtime.ts'
import { SearchIndexer } from './search/indexer.ts'
import { ComplianceHub } from './streams/compliance/hub.ts'
import { resendIncomplete } from './streams/compliance/resend-incomplete.ts'
import { StoredVolume } from './streams/compliance/stored-volume.ts'
import type { ConnectionLog } from './streams/connection-log.ts'
import { EventReaders } from './streams/events/event-readers.ts'
import { MAX_POSTS_PER_SECOND, PostHub } from './streams/posts/hub.ts'
import { StatusHub } from './streams/statuses/hub.ts'
import { UserStreamHub } from './streams/users/hub.ts'
import type { TestControls } from './testing/controls.ts'
import { LoggedDeliveries } from './testing/requests/deliveries.ts'
import { CurrentLog } from './views/current-log.ts'
import type { OnFailedRow } from './views/failed-rows.ts'
import { PostCache } from './views/post-cache.ts'
import { UserCache } from './views/user-cache.ts'
import { Webhooks } from './webhooks/webhooks.ts'

export interface LiveParts {
  readonly runtime: Runtime
  readonly metrics: Metrics
  readonly clock: Clock
  readonly random: Random
  readonly randomOf: RandomsOfParts
  readonly logger: Logger
  /** Number of bytes that each partition of the compliance stream buffers for its readers; the default if undefined. */
  readonly ringBytes?: number | undefined
  /** Receives the connections of streams, for the owners of apps. */
  readonly traffic: Pick<AppTraffic, 'connections'>
  /** Undefined if the server is not in test mode. */
  readonly testControls?: TestControls | undefined
  readonly tracing: Tracing | undefined
}

export interface Live {
  readonly failedItems: Failures
  /** Receives rows that cannot be read. */
  readonly onFailedRow: OnFailedRow
  /** The relay that passes the log to other nodes; undefined without the setting `relay`. */
  readonly relay: NodeRelay | undefined
  readonly tail: Tail
  /** Reads lists, searches and counts on a standby. */
  readonly replica: StaleReader
  readonly log: CurrentLog
  readonly compliance: ComplianceHub
  readonly postStreams: PostHub
  readonly statusStreams: StatusHub
  readonly userStreams: UserStreamHub
  /** Reads events for pages of the console. */
  readonly eventReaders: EventReaders
  readonly media: MediaTools
  readonly webhooks: Webhooks
  /** Checks of id lists that console accounts have uploaded. */
  readonly checks: CheckRuns
  readonly codec: WordCodec
  /** Tells how far back searches can find posts. */
  readonly indexCoverage: IndexCoverage
  /** Receives new posts directly from requests, for the search index. */
  readonly written: WrittenPosts
  readonly indexer: SearchIndexer
  /** Starts background work, such as deliveries and indexing. */
  start(): void
  closeStreams(): Promise<void>
  closeLog(): Promise<void>
}

/** Opens all parts. Nothing is delivered before {@link Live.start} is called. */
export async function openLive(config: Config, parts: LiveParts): Promise<Live> {
  const { runtime, metrics, clock, random, logger, ringBytes, tracing } = parts
  // The system clock is used in test mode, so that searches find new posts even when the clock of the server is frozen.
  const indexClock = parts.testControls === undefined ? clock : systemClock
  const { store, context, cluster, timeline } = runtime
  const relay = await openRelay(config, parts, () => tail.head)
  const tail: Tail = await Tail.open(store, clock, { cluster, feed: relay, timeline }).catch(
    async (error: unknown) => {
      await relay?.close()
      throw error
    },
  )
  const replica = openReplica(config, parts, () => tail.known)
  const failures = openFailures({ store, clock, logger, metrics, catchUp: () => log.catchUp() })
  const log: CurrentLog = new CurrentLog(store, tail, ({ position }, error) =>
    failures.recordSoon({ reader: CACHES, item: eventItem(position), error }),
  )
  const observer = metrics.stream('compliance')
  const onIncomplete = resendIncomplete(context, failures)
  const day = calendarOf(config.api_date, config.second_generation, () => clock.now()).paths
  const compliance = new ComplianceHub({
    ...{ tail, clock, logger, observer, onIncomplete, ringBytes, day, tracing },
  })
  const volume = await StoredVolume.open({ store, clock, logger }, compliance.messages)
  const connectionLog = parts.traffic.connections
  const streamParts = {
    ...{ connectionLog, runtime, tail, log, failures, metrics, clock, random, logger, tracing },
  }
  const postStreams = openPostStreams(config, streamParts)
  const statusStreams = openStatusStreams(config, streamParts)
  const userStreams = openUserStreams(streamParts)
  const eventReaders = openEventReaders(parts)
  const media = openMedia({
    blobs: parts.testControls?.blobs.watch(openBlobs(config)) ?? openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random,
  })
  const webhooks = openWebhooks(config, runtime, { ...parts, tail, log, failures }, metrics, logger)
  const checks = new CheckRuns(context, logger)
  const codec = new WordCodec(context.vault)
  const written = new WrittenPosts()
  const indexer = new SearchIndexer({
    ...{ store, tail, clock: indexClock, logger, failures, codec, written },
    gatherMs: parts.testControls && 0,
    alone: (stopping, work) =>
      whileLeased(
        cluster.lease('search index', INDEX_LEASE_MS),
        { clock: indexClock, logger },
        stopping,
        work,
      ),
  })
  const indexCoverage = openCoverage(metrics, indexer, new IndexCoverage(store, codec))
  return {
    ...{
      failedItems: failures,
      onFailedRow: onRowFailure(failures),
      relay,
      tail,
      replica: replica ?? store,
      log,
      compliance,
      postStreams,
      statusStreams,
      userStreams,
      eventReaders,
      media,
      webhooks,
      checks,
      codec,
      indexCoverage,
      written,
      indexer,
    },
    start() {
      if (config.roles.includes('webhooks')) webhooks.start()
      if (config.roles.includes('jobs')) indexer.start()
    },
    async closeStreams() {
      const streams = [eventReaders, compliance, postStreams, statusStreams, userStreams, checks]
      await Promise.all(streams.map((each) => each.close()))
      await volume.close()
    },
    async closeLog() {
      await failures.close()
      log.close()
      await tail.close()
      await relay?.close()
      await replica?.close()
    },
  }
}

function openCoverage(metrics: Metrics, indexer: SearchIndexer, coverage: IndexCoverage): IndexCoverage {
  metrics.gauge(
    'aviary_search_index_complete_since_seconds',
    'Unix time since which the search index has every post: 0 for a complete index.',
    () => {
      // This read runs in the background, so its result appears in the next response with metrics.
      coverage.reach().catch(() => undefined)
      return coverage.latest === 0n ? 0 : snowflakeTime(coverage.latest) / 1_000
    },
  )
  metrics.counter(
    'aviary_search_index_backfilled_posts_total',
    'Older posts that this process has added to the search index.',
    () => indexer.backfilled,
  )
  return coverage
}

interface FailureParts extends Pick<LiveParts, 'clock' | 'logger' | 'metrics'> {
  readonly store: Runtime['store']
  readonly catchUp: () => Promise<void>
}

function openFailures({ store, metrics, ...parts }: FailureParts): Failures {
  const count = metrics.failures(() => countFailed(store))
  const failures = new Failures({ store, count, ...parts })
  retryCached(failures, store)
  return failures
}

/**
 * If this node does not renew its lease within this number of milliseconds, another node takes over indexing. With this
 * value, search finds new posts within 10 s even then.
 */
const INDEX_LEASE_MS = 5_000

const MINUTE_MS = 60_000

/**
 * Size of the cache of users and posts for webhook deliveries, in bytes. The cache is small, because deliveries are
 * about recent events.
 */
const DELIVERY_CACHE_BYTES = 8 * 2 ** 20

interface DeliverySources extends Pick<LiveParts, 'randomOf' | 'testControls' | 'tracing'> {
  readonly tail: Tail
  readonly log: CurrentLog
  readonly failures: Failures
}

function openWebhooks(
  { webhook_allow, webhook_crc_minutes, api_date, second_generation }: Config,
  { context, store, cluster }: Runtime,
  { tail, log, failures, randomOf, testControls, tracing }: DeliverySources,
  metrics: Metrics,
  logger: Logger,
): Webhooks {
  const users = new UserCache(log, store, DELIVERY_CACHE_BYTES, onRowFailure(failures))
  const posts = new PostCache(log, store, DELIVERY_CACHE_BYTES, onRowFailure(failures))
  const dates = testControls?.dates
  const now = () => context.clock.now()
  const own = calendarOf(api_date, second_generation, now)
  return new Webhooks({
    // Challenges are sent at any time between requests, so they need their own source of random bytes.
    context: { ...context, random: randomOf('deliveries') },
    cluster,
    tail,
    log,
    logger,
    failures,
    observer: metrics.webhooks(
      () => backlogs(store),
      () => context.clock.now(),
    ),
    render: (event, to) => envelopeText({ store, log, users, posts }, event, to),
    dayOf: (appId) => (dates === undefined ? own : appCalendar(appId, dates, own, now)).objects(),
    allow: webhook_allow,
    tap: testControls && new LoggedDeliveries(testControls),
    // Receivers are real, so their time to respond is real time at any speed and in any step of a test clock.
    outbound: testControls && { clock: testControls.clock.machine },
    tracing,
    challengeMs: webhook_crc_minutes * MINUTE_MS,
  })
}

/** Size of each cache of the streams in bytes. Requests have their own caches. */
const STREAM_CACHE_BYTES = 16 * 2 ** 20

interface StreamParts extends Pick<LiveParts, 'clock' | 'random' | 'logger' | 'tracing'> {
  readonly runtime: Runtime
  readonly tail: Tail
  readonly log: CurrentLog
  readonly failures: Failures
  readonly metrics: Metrics
  readonly connectionLog: ConnectionLog
}

/** Factors by which the limits of streams are multiplied, by the value of the setting `limits`. */
const LIMIT_SCALES = { off: Number.POSITIVE_INFINITY, relaxed: 100, documented: 1 } as const

function streamGraph({ store }: Runtime, log: CurrentLog, failures: Failures) {
  return {
    store,
    users: new UserCache(log, store, STREAM_CACHE_BYTES, onRowFailure(failures)),
    posts: new PostCache(log, store, STREAM_CACHE_BYTES, onRowFailure(failures)),
  }
}

function openStatusStreams(
  { limits }: Config,
  { runtime, tail, log, failures, metrics, clock, random, logger, connectionLog, tracing }: StreamParts,
): StatusHub {
  const { store, context } = runtime
  const streams = new StatusHub({
    ...{ store, clock, random, logger, failures, connectionLog, tracing, ids: context.ids },
    log: tail,
    graph: streamGraph(runtime, log, failures),
    observer: metrics.stream('statuses'),
    maxPerSecond: MAX_POSTS_PER_SECOND * LIMIT_SCALES[limits],
  })
  metrics.gauge(
    'aviary_stream_filters',
    'Phrases, users and boxes that open v1.1 streams filter by.',
    () => streams.filters,
  )
  return streams
}

function openUserStreams({ runtime, log, tail, failures, metrics, ...parts }: StreamParts) {
  const { store, context } = runtime
  const streams = new UserStreamHub({
    ...parts,
    ...{ store, ids: context.ids },
    log: tail,
    graph: streamGraph(runtime, log, failures),
    observer: metrics.stream('users'),
  })
  metrics.gauge(
    'aviary_stream_users',
    'Users whose messages open user and site streams send.',
    () => streams.viewers,
  )
  return streams
}

function openEventReaders({ clock, logger, metrics }: LiveParts): EventReaders {
  const readers = new EventReaders({ clock, logger })
  metrics.gauge('aviary_console_readers', 'Pages of the console that read events.', () => readers.size)
  metrics.counter(
    'aviary_console_dropped_events_total',
    'Events dropped because a page of the console read too slowly.',
    () => readers.dropped,
  )
  return readers
}

function openPostStreams(
  { limits }: Config,
  { runtime, tail, log, failures, metrics, ...parts }: StreamParts,
): PostHub {
  const { store, cluster } = runtime
  const scale = LIMIT_SCALES[limits]
  const streams = new PostHub({
    ...parts,
    store,
    failures,
    log: tail,
    graph: streamGraph(runtime, log, failures),
    observer: metrics.stream('posts'),
    scale,
    cluster,
  })
  metrics.counter(
    'aviary_stream_dropped_posts_total',
    'Posts that were dropped because of the limit per second.',
    () => streams.dropped,
  )
  metrics.gauge('aviary_stream_rules', 'Active rules that posts are matched against.', () => streams.rules)
  return streams
}
