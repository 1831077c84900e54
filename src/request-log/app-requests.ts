/**
 * Records the requests of each app for its owner, in memory (decision 0108). An entry has facts about the request.
 * While the owner watches the requests or has started a recording, an entry has headers and bodies, too. Each limit
 * applies to one server process.
 */
import type { IncomingMessage } from 'node:http'
import type { CallerFacts } from '../http/endpoint.ts'
import type { AnsweredRequest, RequestRecorder } from '../http/exchange.ts'
import type { ResponseObserver } from '../http/stream-response.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AppRequest, Credentials } from './app-entry.ts'
import { AppLog, MESSAGE_AGE_MS, type NewRequest } from './app-log.ts'
import type { HourCounter } from './hour-counter.ts'
import { type OriginOf, RecordedMessages } from './recorded-messages.ts'

/** Maximum number of apps with a log. When there are more, logs of apps without recent requests are removed. */
export const MAX_APPS = 1_000

/** Maximum size of all logs, in estimated bytes. */
export const MAX_BYTES: number = 16 * 2 ** 20

/** Maximum number of recordings. When there are more, a new recording ends the oldest recording. */
export const MAX_RECORDED_APPS = 100

/** Milliseconds between two checks. A check enforces the limits and ends recordings. */
const TICK_MS = 10_000

/** After a limit is exceeded, logs are removed down to this share of the limit. */
const KEPT_PART = 0.9

/** Reads facts about the caller of a request. */
export interface CallerReader<Caller> {
  /** The app of a caller, or the app that the refused credentials belong to. */
  appOf(caller: Caller | undefined, error: unknown): bigint | undefined
  userOf(caller: Caller | undefined): bigint | undefined
  credentialsOf(caller: Caller | undefined): Credentials | undefined
  /** The reason of an error that the owner of the app may read; empty for other errors. */
  reasonOf(error: unknown): string
}

export interface AppRequestsParts<Caller> {
  readonly clock: Clock
  readonly counter: HourCounter
  readonly callers: CallerReader<Caller>
  readonly originOf: OriginOf
}

/** Called with each entry of an app, after the response. */
export type OnAppRequest = (entry: AppRequest) => void

export class AppRequests<Caller extends CallerFacts> implements RequestRecorder<Caller> {
  readonly #parts: AppRequestsParts<Caller>
  readonly #logs = new Map<bigint, AppLog>()
  readonly #followers = new Map<bigint, Set<OnAppRequest>>()
  /**
   * End of the recording of each app, in milliseconds since the Unix epoch. A reader that follows an app needs no
   * recording.
   */
  readonly #recordings = new Map<bigint, number>()
  readonly #stop: () => void
  #lastId = 0
  #dropped = 0

  constructor(parts: AppRequestsParts<Caller>) {
    this.#parts = parts
    this.#stop = parts.clock.every(TICK_MS, () => this.tick())
  }

  /** Number of entries of all apps. */
  get size(): number {
    return this.#sum(({ size }) => size)
  }

  /** Used memory, in estimated bytes. */
  get bytes(): number {
    return this.#sum(({ bytes }) => bytes)
  }

  /** Number of entries that the limits have removed. */
  get dropped(): number {
    return this.#dropped
  }

  /** Number of apps whose headers and bodies are being recorded. */
  get recorded(): number {
    return new Set([...this.#recordings.keys(), ...this.#followers.keys()]).size
  }

  begin(request: IncomingMessage): ResponseObserver | undefined {
    if (this.#recordings.size === 0 && this.#followers.size === 0) return undefined
    return new RecordedMessages(request, this.#parts.originOf)
  }

  answered(answered: AnsweredRequest<Caller>): void {
    const { callers, counter } = this.#parts
    const { caller, error, family, status, messages } = answered
    const appId = callers.appOf(caller, error)
    if (appId === undefined) return
    counter.addRequest(appId, family, status)
    const request = this.#requestOf(answered)
    const log = this.#logOf(appId)
    if (log.add(request)) this.#dropped += 1
    if (messages instanceof RecordedMessages && this.#isRecorded(appId)) {
      messages.store = (stored) => {
        log.addMessages(request.id, stored)
        this.#emit(appId, { ...request, messages: stored })
      }
    } else if (this.#followers.size > 0) {
      this.#emit(appId, { ...request, messages: undefined })
    }
  }

  /** The requests of an app, in the order of their responses. */
  entries(appId: bigint): readonly AppRequest[] {
    return this.#logs.get(appId)?.entries() ?? []
  }

  find(appId: bigint, id: number): AppRequest | undefined {
    return this.#logs.get(appId)?.find(id)
  }

  /**
   * Calls `onEntry` after each further request of an app, and records headers and bodies. @returns a function that
   * stops the calls and the recording
   */
  follow(appId: bigint, onEntry: OnAppRequest): () => void {
    const followers = this.#followers.get(appId) ?? new Set()
    this.#followers.set(appId, followers.add(onEntry))
    return () => {
      followers.delete(onEntry)
      if (followers.size === 0 && this.#followers.get(appId) === followers) this.#followers.delete(appId)
    }
  }

  /**
   * Starts or ends a recording of headers and bodies. The recording runs even if no reader follows the app.
   * @param until end in milliseconds since the Unix epoch; undefined ends the recording now
   */
  record(appId: bigint, until: number | undefined): void {
    this.#recordings.delete(appId)
    if (until === undefined) return
    this.#recordings.set(appId, until)
    const [oldest] = this.#recordings.keys()
    if (this.#recordings.size > MAX_RECORDED_APPS && oldest !== undefined) this.#recordings.delete(oldest)
  }

  /** End of an app's recording; undefined if the app has no recording. */
  recordedUntil(appId: bigint): number | undefined {
    const until = this.#recordings.get(appId)
    return until !== undefined && until > this.#parts.clock.now() ? until : undefined
  }

  /** Removes all entries of an app. */
  clear(appId: bigint): void {
    this.#logs.delete(appId)
  }

  /** Ends expired recordings, removes old headers and bodies, and removes logs above the limits. */
  tick(): void {
    const now = this.#parts.clock.now()
    for (const [appId, until] of this.#recordings) if (until <= now) this.#recordings.delete(appId)
    for (const log of this.#logs.values()) log.forgetMessagesBefore(now - MESSAGE_AGE_MS)
    if (this.bytes > MAX_BYTES) this.#evict((apps) => apps.length > 0 && this.bytes > MAX_BYTES * KEPT_PART)
  }

  close(): void {
    this.#stop()
    this.#followers.clear()
    this.#recordings.clear()
  }

  #requestOf(answered: AnsweredRequest<Caller>): NewRequest {
    const { callers, clock } = this.#parts
    this.#lastId += 1
    const { transaction, method, target, endpoint, family, status, milliseconds } = answered
    const { caller, error, body, charge } = answered
    return {
      id: this.#lastId,
      at: clock.now(),
      method,
      target,
      endpoint,
      family,
      status,
      milliseconds,
      userId: callers.userOf(caller),
      credentials: callers.credentialsOf(caller),
      limits: charge && { limit: charge.limit, remaining: charge.remaining, reset: charge.reset },
      transaction,
      error: error === undefined ? '' : (body ?? ''),
      reason: error === undefined ? '' : callers.reasonOf(error),
    }
  }

  #logOf(appId: bigint): AppLog {
    let log = this.#logs.get(appId)
    if (log === undefined) {
      if (this.#logs.size >= MAX_APPS) this.#evict((apps) => apps.length > MAX_APPS * KEPT_PART)
      log = new AppLog()
      this.#logs.set(appId, log)
    }
    return log
  }

  /** Removes logs while `isOver` returns true, beginning with the app whose last request is the oldest. */
  #evict(isOver: (apps: readonly unknown[]) => boolean): void {
    const apps = [...this.#logs].sort(([, a], [, b]) => b.lastAt - a.lastAt)
    while (isOver(apps)) {
      const [appId, log] = apps.pop() ?? []
      if (appId === undefined || log === undefined) return
      this.#logs.delete(appId)
      this.#dropped += log.size
    }
  }

  #isRecorded(appId: bigint): boolean {
    return this.#followers.has(appId) || this.recordedUntil(appId) !== undefined
  }

  #emit(appId: bigint, entry: AppRequest): void {
    for (const follower of this.#followers.get(appId) ?? []) follower(entry)
  }

  #sum(of: (log: AppLog) => number): number {
    let sum = 0
    for (const log of this.#logs.values()) sum += of(log)
    return sum
  }
}
