/**
 * The services that handlers of endpoints use.
 *
 * Over the size stop: one type lists every service.
 */
import type { Caller } from '../auth/caller.ts'
import type { SignatureFailures } from '../auth/signature-failures.ts'
import type { CheckRuns } from '../compliance-check/check-runs.ts'
import type { MediaContext } from '../domain/media/tools.ts'
import type { WritingContext } from '../domain/posts/write/written-posts.ts'
import type { IndexCoverage } from '../domain/search/index-coverage.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { CachedBodies } from '../http/cached-body.ts'
import type { Endpoint, Family, WindowOwner } from '../http/endpoint.ts'
import type { LocalCalls } from '../http/local/local-calls.ts'
import type { Limits } from '../http/rate-limit/budget.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'
import type { CertificateState } from '../http/tls/certificate-watch.ts'
import type { FairSemaphore } from '../lib/async/fair-semaphore.ts'
import type { Semaphore } from '../lib/async/semaphore.ts'
import type { AppRequests } from '../request-log/app-requests.ts'
import type { HourCounter } from '../request-log/hour-counter.ts'
import type { ComplianceHub } from '../streams/compliance/hub.ts'
import type { ConnectionLog } from '../streams/connection-log.ts'
import type { EventReaders } from '../streams/events/event-readers.ts'
import type { PostStreams } from '../streams/posts/streams.ts'
import type { StatusStreams } from '../streams/statuses/streams.ts'
import type { UserStreams } from '../streams/users/streams.ts'
import type { CurrentLog } from '../views/current-log.ts'
import type { EnrolmentCache } from '../views/enrolment-cache.ts'
import type { OnFailedRow } from '../views/failed-rows.ts'
import type { NewestPosts } from '../views/newest-posts.ts'
import type { PostCache } from '../views/post-cache.ts'
import type { TimelineHeads } from '../views/timeline-heads.ts'
import type { TrendCache } from '../views/trend-cache.ts'
import type { UserCache } from '../views/user-cache.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { DefaultPictures } from './_images/default-picture.ts'
import type { PasswordChecks } from './_password-checks.ts'
import type { ConsoleFiles } from './console/_app/files.ts'
import type { StreamAddress } from './console/_compliance/stream-base.ts'
import type { ServerState } from './console/_operator/server-state.ts'
import type { DeskControls } from './console/_operator/test-controls.ts'
import type { DeskTransfers } from './console/_transfers/desk-transfers.ts'
import type { ArchiveSlots } from './settings/_archive-slots.ts'
import type { PasswordCache } from './stream/compliance/_passwords.ts'

export interface Services extends WritingContext, MediaContext {
  readonly windows: WindowStore
  readonly limits: Limits
  /**
   * The store for reads whose data may be as old as the log in memory. With the setting `database_replica`, such
   * reads run on a standby.
   */
  readonly replica: Pick<WritingContext['store'], 'rows' | 'first' | 'engine'>
  /** The log; its events keep the caches current. */
  readonly log: CurrentLog
  /** Called for each row that cannot be read. Lists leave such rows out. */
  readonly onFailedRow: OnFailedRow
  readonly users: UserCache
  readonly posts: PostCache
  /** Newest posts by user. */
  readonly newestPosts: NewestPosts
  /** First pages of the posts of users. */
  readonly timelineHeads: TimelineHeads
  /** The most used hashtags of a day. */
  readonly trends: TrendCache
  /** Enrolments of apps in Labs and API v2. */
  readonly enrolments: EnrolmentCache
  /** True if apps of every access level may use the full archive. */
  readonly isArchiveOpen: boolean
  /** True if all reads of posts in API v2 count for the monthly cap. */
  readonly capsAllReads: boolean
  /** The codec of words in the search index. */
  readonly codec: WordCodec
  /** The part of the posts that the search index contains. */
  readonly indexCoverage: IndexCoverage
  /** True when batch compliance is enabled. */
  readonly hasBatchCompliance: boolean
  /** Number of days that recent search covers. */
  readonly searchDays: number
  /** Default profile pictures. */
  readonly pictures: DefaultPictures
  /** Checks every password that clients send. */
  readonly passwordChecks: PasswordChecks
  /** Queue of rule backtests. */
  readonly backtests: Semaphore
  /** Queue of requests that count posts. */
  readonly counts: Semaphore
  /** Queue of searches on public pages. The queue limits readers of pages, because they have no rate limit. */
  readonly pageSearches: Semaphore
  /** `off`: there are no public pages. `listed`: search engines may list the public pages. `unlisted`: they may not. */
  readonly publicPages: 'off' | 'unlisted' | 'listed'
  /** The condition under which a visitor of the public pages can sign up. */
  readonly signUp: 'closed' | 'invitation' | 'approval' | 'open'
  /**
   * `open`: API v2 has all paths and fields that ever existed. `dated`: API v2 has the paths and fields of the day of
   * the API.
   */
  readonly secondGeneration: 'open' | 'dated'
  /** Limits the number of concurrent downloads of archives. */
  readonly archiveSlots: ArchiveSlots
  /** True when the server sends mail. */
  readonly sendsMail: boolean
  /** The filtered and sampled streams. */
  readonly postStreams: PostStreams
  /** The v1.1 streams. */
  readonly statusStreams: StatusStreams
  /** The user and site streams. */
  readonly userStreams: UserStreams
  /** Readers of server-sent events, for pages of the console. */
  readonly eventReaders: EventReaders
  /** True if the table has a lifetime for the path, and the day is not within the lifetime. @param day an ISO day */
  isRetired(method: string, path: string, day: string): boolean
  /** The connections of the compliance stream. */
  readonly compliance: ComplianceHub
  /** Base URL of streams, from the settings. */
  readonly streamAddress: StreamAddress
  /** Base URL of the public pages, from the settings. */
  readonly pageAddress: StreamAddress
  /** Base URL of the console, from the settings; undefined when the public listener serves the console. */
  readonly consoleAddress: StreamAddress | undefined
  /** Web origins of the console, from the settings. */
  readonly consoleOrigins: readonly string[]
  /** The TLS certificate of this node; undefined without TLS. */
  certificate(): CertificateState | undefined
  /** The state of the server, for operators. */
  serverState(): Promise<ServerState>
  /** The controls of test mode; undefined when they are off. */
  testControls(): DeskControls | undefined
  /** Uploads, imports, exports and backups of operators. */
  readonly transfers: DeskTransfers
  /** A readable name of this node, with its host and process. */
  readonly nodeName: string
  /** Compliance checks of lists that accounts of the console have uploaded. */
  readonly checks: CheckRuns
  /** Recently verified passwords of consumers of the compliance stream. */
  readonly streamPasswords: PasswordCache
  /** Sends challenges to new webhooks, and sends due deliveries. */
  readonly webhooks: Webhooks
  /** Recorded requests and connections of apps, for the owners of the apps. */
  readonly traffic: RecordedTraffic
  /** Records requests of apps with a wrong signature. */
  readonly signatureFailures: SignatureFailures
  /** Makes the trial calls of the public API that users of the console request. */
  readonly localCalls: LocalCalls
  /** Queue of trial calls, which serves users in turn. */
  readonly trials: FairSemaphore
  /** Every public family of endpoints, for the API document. */
  readonly families: readonly Family<Caller, Services>[]
  /** Cached static responses. */
  readonly cachedBodies: CachedBodies
  /** The built console. */
  readonly consoleFiles: ConsoleFiles
  /** All endpoints with their rate windows. @param day an ISO day */
  limitedEndpoints(day: string): readonly LimitedEndpoint[]
}

/** Requests and connections that this process has recorded. */
export interface RecordedTraffic {
  readonly requests: AppRequests<Caller>
  readonly hours: HourCounter
  readonly connections: ConnectionLog
}

export interface LimitedEndpoint {
  readonly endpoint: Endpoint<Caller, Services>
  readonly windowBy: WindowOwner
}
