/**
 * What endpoints may use.
 *
 * Over the size stop: it is one type, made of every part that an endpoint may be given.
 */
import type { Caller } from '../auth/caller.ts'
import type { MediaContext } from '../domain/media/tools.ts'
import type { WritingContext } from '../domain/posts/write/written-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { CachedBodies } from '../http/cached-body.ts'
import type { Endpoint, Family } from '../http/endpoint.ts'
import type { Limits } from '../http/rate-limit/budget.ts'
import type { WindowStore } from '../http/rate-limit/window.ts'
import type { Semaphore } from '../lib/async/semaphore.ts'
import type { ComplianceHub } from '../streams/compliance/hub.ts'
import type { PostStreams } from '../streams/posts/streams.ts'
import type { CurrentLog } from '../views/current-log.ts'
import type { EnrolmentCache } from '../views/enrolment-cache.ts'
import type { OnFailedRow } from '../views/failed-rows.ts'
import type { NewestPosts } from '../views/newest-posts.ts'
import type { PostCache } from '../views/post-cache.ts'
import type { UserCache } from '../views/user-cache.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { DefaultPictures } from './_images/default-picture.ts'
import type { PasswordChecks } from './_password-checks.ts'
import type { PasswordCache } from './stream/compliance/_passwords.ts'

export interface Services extends WritingContext, MediaContext {
  readonly windows: WindowStore
  readonly limits: Limits
  /** What is kept in memory follows it. */
  readonly log: CurrentLog
  /** Told of rows that lists leave out because they cannot be read. */
  readonly onFailedRow: OnFailedRow
  readonly users: UserCache
  readonly posts: PostCache
  /** Of users the newest posts. */
  readonly newestPosts: NewestPosts
  /** What apps may reach. */
  readonly enrolments: EnrolmentCache
  /** Words of the index of recent posts. */
  readonly codec: WordCodec
  /** Whether there are compliance jobs. */
  readonly hasBatchCompliance: boolean
  /** How many days back recent search finds posts. */
  readonly searchDays: number
  /** The pictures of users who have none. */
  readonly pictures: DefaultPictures
  /** Where every password from outside is checked. */
  readonly passwordChecks: PasswordChecks
  /** Where rules that are run over seven days wait for their turn. */
  readonly backtests: Semaphore
  /** The filtered and sampled streams. */
  readonly postStreams: PostStreams
  /** Whether an endpoint that is served has been retired by the table of versions. */
  isRetired(method: string, path: string): boolean
  /** The connections of the compliance stream. */
  readonly compliance: ComplianceHub
  /** Passwords that connected to it lately. */
  readonly streamPasswords: PasswordCache
  /** What is registered is challenged, and what is due is sent. */
  readonly webhooks: Webhooks
  /** Every family of the public surface, for the API document. */
  readonly families: readonly Family<Caller, Services>[]
  /** Answers that are the same for everybody. */
  readonly cachedBodies: CachedBodies
  /** Every endpoint of every family, for what is generated from their declarations. */
  limitedEndpoints(): readonly LimitedEndpoint[]
}

export interface LimitedEndpoint {
  readonly endpoint: Endpoint<Caller, Services>
  readonly windowBy: 'token' | 'app'
}
