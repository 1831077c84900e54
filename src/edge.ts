/** The public edge of a server: the API families, their listeners and their services. */

import { BACKTESTS, BACKTESTS_WAITING } from './api/_backtest/run.ts'
import { DISCONNECT_NAMES } from './api/_disconnects.ts'
import { publicFamilies } from './api/_families.ts'
import { DefaultPictures } from './api/_images/default-picture.ts'
import { PAGE_SEARCHES, PAGE_SEARCHES_WAITING } from './api/_network/found.ts'
import { PasswordChecks } from './api/_password-checks.ts'
import { COUNTS, COUNTS_WAITING } from './api/_search/count-endpoint.ts'
import type { Services } from './api/_services.ts'
import type { RequestDating } from './api/_versions/request-calendar.ts'
import { versionsOf } from './api/_versions/versions.ts'
import { ConsoleFiles } from './api/console/_app/files.ts'
import { consoleAddressOf, pageAddressOf, streamAddressOf } from './api/console/_compliance/stream-base.ts'
import { consoleOriginsOf } from './api/console/_passkeys/site.ts'
import { ArchiveSlots } from './api/settings/_archive-slots.ts'
import { PasswordCache } from './api/stream/compliance/_passwords.ts'
import type { AppTraffic } from './app-traffic.ts'
import { appOfRequest } from './auth/app-of-request.ts'
import { type Authenticator, authenticate } from './auth/authenticate.ts'
import { type Caller, callerIds } from './auth/caller.ts'
import { missingRight } from './auth/rights.ts'
import type { SignatureFailures } from './auth/signature-failures.ts'
import type { CheckRuns } from './compliance-check/check-runs.ts'
import type { Config } from './config.ts'
import type { Counters } from './counters/counters.ts'
import type { MediaTools } from './domain/media/tools.ts'
import type { WrittenPosts } from './domain/posts/write/written-posts.ts'
import type { IndexCoverage } from './domain/search/index-coverage.ts'
import type { WordCodec } from './domain/search/word-codec.ts'
import { buildCaches } from './edge-caches.ts'
import { openTrials, type Trials } from './edge-trials.ts'
import { API_DATE_HEADER } from './http/api-date-header.ts'
import { type App, buildApp } from './http/app.ts'
import { BodyReader } from './http/body.ts'
import { CachedBodies } from './http/cached-body.ts'
import type { Family } from './http/endpoint.ts'
import { HttpDates } from './http/headers.ts'
import type { ListenerTimes } from './http/listener.ts'
import { MultipartReader } from './http/multipart.ts'
import { type Edge, MAX_CONCURRENT_REQUESTS } from './http/pipeline.ts'
import { requestNames } from './http/request-names.ts'
import { requestOriginReader } from './http/request-origin.ts'
import { ResponseBufferPool } from './http/response-buffers.ts'
import type { CertificateFiles } from './http/tls/certificate-files.ts'
import type { ServerCertificates } from './http/tls/server-certificates.ts'
import { FairSemaphore } from './lib/async/fair-semaphore.ts'
import type { Gate } from './lib/async/gate.ts'
import { Semaphore } from './lib/async/semaphore.ts'
import type { Logger } from './lib/log.ts'
import type { RandomsOfParts } from './lib/time/clock.ts'
import type { Tracing } from './lib/tracing/tracing.ts'
import type { Tail } from './log/tail.ts'
import type { Metrics } from './metrics.ts'
import { roleRefusal } from './node/edge-roles.ts'
import type { Runtime } from './runtime.ts'
import type { ComplianceHub } from './streams/compliance/hub.ts'
import type { EventReaders } from './streams/events/event-readers.ts'
import type { PostStreams } from './streams/posts/streams.ts'
import type { StatusStreams } from './streams/statuses/streams.ts'
import type { UserStreams } from './streams/users/streams.ts'
import { signingClocks, TEST_MODE_HEADER, type TestControls } from './testing/controls.ts'
import { LoggedExchanges } from './testing/requests/exchange.ts'
import { CredentialCache } from './views/credential-cache.ts'
import type { CurrentLog } from './views/current-log.ts'
import { EnrolmentCache } from './views/enrolment-cache.ts'
import type { OnFailedRow } from './views/failed-rows.ts'
import { TrendCache } from './views/trend-cache.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** State of a running server, shared by all listeners. */
export interface ServerState {
  draining: boolean
  /** Set when the data is corrupt; the server must then stop serving requests. */
  damage: Error | undefined
}

export interface EdgeParts {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  readonly runtime: Runtime
  readonly tail: Tail
  readonly replica: Services['replica']
  readonly log: CurrentLog
  readonly compliance: ComplianceHub
  readonly postStreams: PostStreams
  readonly statusStreams: StatusStreams
  readonly userStreams: UserStreams
  readonly eventReaders: EventReaders
  readonly webhooks: Webhooks
  readonly checks: CheckRuns
  readonly codec: WordCodec
  readonly indexCoverage: IndexCoverage
  readonly written: WrittenPosts
  readonly media: MediaTools
  readonly counters: Counters
  readonly failures: SignatureFailures
  readonly traffic: AppTraffic
  /** Receives rows that cannot be read. */
  readonly onFailedRow: OnFailedRow
  readonly state: ServerState
  readonly randomOf: RandomsOfParts
  readonly certificates: ServerCertificates
  readonly certificate: Services['certificate']
  readonly serverState: Services['serverState']
  readonly transfers: Services['transfers']
  /** The controls of test mode for the console. */
  readonly deskControls: Services['testControls']
  readonly bounds?: EdgeBounds | undefined
  /** Makes requests wait while test controls replace the data. */
  readonly gate?: Gate | undefined
  /** The service of the test controls; undefined unless the server is in test mode. */
  readonly testControls?: TestControls | undefined
  readonly tracing?: Tracing | undefined
}

/** Limits that tests use in place of the default limits. */
export interface EdgeBounds {
  readonly times?: Partial<ListenerTimes>
  /** Maximum number of concurrent requests. */
  readonly requests?: number
  /** Maximum size in bytes of all request bodies that are being read. */
  readonly bodies?: number
  /** Number of bytes that each partition of the compliance stream buffers for its readers. */
  readonly streamRing?: number
  /** Maximum size of the cache of rendered users in bytes. */
  readonly userCacheBytes?: number
  /** Maximum size of the cache of posts and their rendered texts in bytes. */
  readonly postCacheBytes?: number
  /** Maximum size of the lists of newest posts in bytes. */
  readonly newestCacheBytes?: number
  /** Folder of the built console, instead of the folder in this checkout or package. */
  readonly consoleFolder?: string | undefined
}

export type ListenerName = 'public' | 'upload' | 'stream' | 'console' | 'proxied'

export interface PublicListener {
  readonly name: ListenerName
  readonly host: string
  readonly port: number
  readonly scheme: 'http' | 'https'
  readonly app: App
}

export interface PublicListeners {
  readonly listeners: readonly PublicListener[]
  /** Creates new parts for later requests, after the data was replaced. */
  renew(parts: EdgeParts): void
}

interface Binding {
  readonly host: string
  readonly certificate: CertificateFiles | undefined
}

/** Parts of the API that may have a separate host and listener (spec/README.md "Hosts"). */
const PARTS: Record<Exclude<ListenerName, 'public' | 'proxied'>, (path: string) => boolean> = {
  upload: (path) => path.startsWith('/1.1/media/'),
  stream: (path) => path.startsWith('/stream/'),
  console: (path) => /^\/console(\/.*)?$/.test(path),
}

/**
 * True for paths of the public listener that the listener with this name serves too. The listener for streams also
 * serves v1.1 streams, because some clients call the host for streams and others call the API host. The listener of the
 * console also serves the API document, because the reference in the console loads the document from its own origin.
 */
function isAlsoOn(name: ListenerName, path: string): boolean {
  if (name === 'console') return path === '/openapi.json'
  return name === 'stream' && /^\/1\.1\/statuses\/(filter|sample)\.json$/.test(path)
}

type Families = readonly Family<Caller, Services>[]

/**
 * Builds the configured listeners; the caller starts them. A part of the API without a separate port is on the public
 * listener. If the console or the streams below `/stream/` have a separate port, they are only on the listener of that
 * port. If uploads have a separate port, they are on both listeners, because some clients send uploads to the API host.
 * The paths of {@link isAlsoOn} are on both listeners too. The client proxy uses a further listener, which has all
 * parts.
 */
export function buildPublicListeners(
  parts: EdgeParts,
  families: Families = publicFamilies(parts.runtime.context.clock),
): PublicListeners {
  const { config, metrics, gate, certificates, tracing } = parts
  const trials = openTrials({
    ...{ clock: parts.runtime.context.clock, families, hosts: config.hosts, times: parts.bounds?.times },
    edge: () => edge,
  })
  const edge: Edge<Caller, Services> = buildEdge(parts, families, trials)
  const own = { upload: config.upload_port, stream: config.stream_port, console: config.console_port }
  const make = (
    name: ListenerName,
    port: number,
    serves: (path: string) => boolean,
    { host, certificate }: Binding = { host: config.host, certificate: certificates.files },
  ): PublicListener => {
    const offered = families.filter((family) => family.name !== 'network' || config.public_pages !== 'off')
    const served = offered.map((family) => ({
      ...family,
      endpoints: family.endpoints.filter((endpoint) => serves(endpoint.paths[0])),
    }))
    const listener = {
      tls: certificate,
      http2: name !== 'stream' && name !== 'proxied',
      onUnreadable: (status: number) => metrics.unreadable(status),
      times: parts.bounds?.times,
    }
    return {
      name,
      host,
      port,
      scheme: certificate === undefined ? 'http' : 'https',
      app: buildApp({ edge, families: served, hosts: config.hosts, listener, gate, tracing }),
    }
  }
  const listeners = [
    make('public', config.port, (path) => {
      const leaves = (name: 'stream' | 'console') => own[name] !== undefined && PARTS[name](path)
      return !leaves('stream') && !leaves('console')
    }),
  ]
  for (const name of ['upload', 'stream', 'console'] as const) {
    const port = own[name]
    if (port !== undefined)
      listeners.push(make(name, port, (path) => PARTS[name](path) || isAlsoOn(name, path)))
  }
  if (certificates.proxy !== undefined) {
    const binding = { host: '127.0.0.1', certificate: certificates.proxy.files }
    listeners.push(make('proxied', 0, () => true, binding))
  }
  // The listeners refer to this object, whose parts change when the data is replaced.
  const renew = (next: EdgeParts) =>
    void Object.assign(edge, buildEdge(next, families, trials), { load: edge.load })
  return { listeners, renew }
}

/**
 * Maximum number of concurrent password hashes, and maximum number that wait. Each hash takes 19 MiB and a core for 40
 * ms.
 */
const SLOW_HASHES = { maxConcurrent: 2, maxWaiting: 50 } as const

function buildEdge(parts: EdgeParts, families: Families, trials: Trials): Edge<Caller, Services> {
  const { config, metrics, counters, failures, state, log, bounds = {} } = parts
  const { context } = parts.runtime
  const { users, posts, newestPosts, timelineHeads } = buildCaches(parts)
  const { clock } = context
  const now = () => clock.now()
  const authenticator = {
    context,
    credentials: new CredentialCache(log, context.store),
    nonces: counters.nonces,
    clocks: parts.testControls && signingClocks(parts.testControls),
    failures,
  }
  const dating = datingOf(parts, authenticator)
  const { isRetired, limitedEndpoints, ...versions } = versionsOf(config, families, now, dating)
  const originOf = requestOriginReader({
    trustedProxy: config.trusted_proxy,
    insecureHttp: config.insecure_http,
  })
  const load = { running: 0, max: bounds.requests ?? MAX_CONCURRENT_REQUESTS }
  const multipart = new MultipartReader(clock, parts.media.staging)
  exposeLoad(metrics, multipart, load)
  return {
    services: {
      ...context,
      windows: counters.windows,
      limits: config.limits,
      ...{
        log,
        certificate: parts.certificate,
        serverState: parts.serverState,
        ...{ testControls: parts.deskControls, transfers: parts.transfers },
        onFailedRow: parts.onFailedRow,
      },
      ...{ users, posts, newestPosts, timelineHeads, replica: parts.replica },
      trends: new TrendCache(context.store, clock),
      enrolments: new EnrolmentCache(log, context.store),
      ...chosenBy(config),
      codec: parts.codec,
      indexCoverage: parts.indexCoverage,
      written: parts.written,
      media: parts.media,
      ...{ pictures: new DefaultPictures(), archiveSlots: new ArchiveSlots(clock) },
      passwordChecks: new PasswordChecks(clock, counters.windows, new FairSemaphore(SLOW_HASHES)),
      backtests: new Semaphore(BACKTESTS, BACKTESTS_WAITING),
      counts: new Semaphore(COUNTS, COUNTS_WAITING),
      pageSearches: new Semaphore(PAGE_SEARCHES, PAGE_SEARCHES_WAITING),
      ...streamsOf(parts),
      ...{ isRetired, webhooks: parts.webhooks },
      ...trials,
      streamPasswords: new PasswordCache(clock, context.random),
      families,
      cachedBodies: new CachedBodies(),
      consoleFiles: new ConsoleFiles(bounds.consoleFolder),
      limitedEndpoints,
    },
    clock,
    logger: parts.logger,
    dates: new HttpDates(),
    buffers: new ResponseBufferPool(),
    bodies: new BodyReader(clock, bounds.bodies),
    multipart,
    windows: counters.windows,
    load,
    limits: config.limits,
    corsOrigin: config.cors_origin === '' ? undefined : config.cors_origin,
    corsHeaders: config.test_controls === 'on' ? [API_DATE_HEADER] : [],
    alwaysSent: config.test_controls === 'on' ? TEST_MODE_HEADER : [],
    authenticate: (request, endpoint) => authenticate(authenticator, request, endpoint),
    lackingRight: missingRight,
    ...versions,
    ...requestNames(parts.randomOf('names of requests')),
    originOf,
    unavailable: () => state.damage,
    elsewhere: (family, endpoint) => roleRefusal(config.roles, family, endpoint),
    draining: () => state.draining,
    observer: (observed) => metrics.observer(observed),
    ...observersOf(parts, families, originOf),
  }
}

/** Services whose kind depends on the settings. */
function chosenBy(config: Config) {
  return {
    isArchiveOpen: config.full_archive === 'open',
    capsAllReads: config.monthly_cap === 'all',
    hasBatchCompliance: config.batch_compliance === 'on',
    searchDays: config.search_days,
    publicPages: config.public_pages,
    signUp: config.sign_up,
    secondGeneration: config.second_generation,
    sendsMail: config.smtp_url !== '',
  }
}

function exposeLoad(
  metrics: Metrics,
  multipart: Pick<MultipartReader, 'reading'>,
  load: { readonly running: number },
): void {
  metrics.gauge('aviary_uploads_running', 'Bodies with files that are being read.', () => multipart.reading)
  metrics.gauge('aviary_requests_running', 'Requests in progress.', () => load.running)
}

function observersOf(
  { traffic, testControls }: EdgeParts,
  families: readonly Family<Caller, Services>[],
  originOf: ReturnType<typeof requestOriginReader>,
): Pick<Edge<Caller, Services>, 'recorder' | 'exchanges'> {
  const { requests: recorder } = traffic
  if (testControls === undefined) return { recorder, exchanges: undefined }
  testControls.faults.vocabulary = { families, disconnects: Object.values(DISCONNECT_NAMES).flat() }
  return { recorder, exchanges: new LoggedExchanges({ ...testControls, idsOf: callerIds, originOf }) }
}

/** Determines the API day of a request from its header and its app; only test mode can choose such days. */
function datingOf(
  { testControls, runtime }: EdgeParts,
  { credentials }: Pick<Authenticator, 'credentials'>,
): RequestDating | undefined {
  const { store, clock } = runtime.context
  if (testControls === undefined) return undefined
  return {
    dates: testControls.dates,
    appOf: (request) => appOfRequest({ store, credentials }, request),
    now: () => clock.now(),
  }
}

function streamsOf({ config, runtime, failures, ...parts }: EdgeParts) {
  const { compliance, postStreams, statusStreams, userStreams, eventReaders, checks, traffic } = parts
  return {
    ...{ compliance, postStreams, statusStreams, userStreams, eventReaders, checks, traffic },
    signatureFailures: failures,
    streamAddress: streamAddressOf(config),
    pageAddress: pageAddressOf(config),
    consoleAddress: consoleAddressOf(config),
    consoleOrigins: consoleOriginsOf(config.base_url, config.console_port),
    nodeName: runtime.cluster.self.name,
  }
}
