/**
 * Records the requests of each app for its owner, in memory: a few facts of every request, and headers and bodies while the
 * owner watches or has asked for them (decision 0108). All bounds are per process.
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

/** Apps that have a log; those without requests for the longest time lose theirs. */
export const MAX_APPS = 1_000

/** Estimated bytes of all logs. */
export const MAX_BYTES: number = 16 * 2 ** 20

/** Apps whose messages are recorded without a reader; the first one ends when another begins. */
export const MAX_RECORDED_APPS = 100

/** Milliseconds between two checks of bounds and of recordings that end. */
const TICK_MS = 10_000

/** Share of the apps that stay when the least recently used logs are removed. */
const KEPT_PART = 0.9

/** Facts of the callers of requests. */
export interface CallerReader<Caller> {
  /** The app of a caller, or the app that refused credentials name. */
  appOf(caller: Caller | undefined, error: unknown): bigint | undefined
  userOf(caller: Caller | undefined): bigint | undefined
  credentialsOf(caller: Caller | undefined): Credentials | undefined
  /** The reason of an error if the owner of the app may read it; empty for other errors. */
  reasonOf(error: unknown): string
}

export interface AppRequestsParts<Caller> {
  readonly clock: Clock
  readonly counter: HourCounter
  readonly callers: CallerReader<Caller>
  readonly originOf: OriginOf
}

/** Receives the entries of an app as its requests are answered. */
export type OnAppRequest = (entry: AppRequest) => void

export class AppRequests<Caller extends CallerFacts> implements RequestRecorder<Caller> {
  readonly #parts: AppRequestsParts<Caller>
  readonly #logs = new Map<bigint, AppLog>()
  readonly #followers = new Map<bigint, Set<OnAppRequest>>()
  /** End of each recording without a reader, in milliseconds since the Unix epoch. */
  readonly #recordings = new Map<bigint, number>()
  readonly #stop: () => void
  #lastId = 0
  #dropped = 0

  constructor(parts: AppRequestsParts<Caller>) {
    this.#parts = parts
    this.#stop = parts.clock.every(TICK_MS, () => this.tick())
  }

  /** Entries of all apps. */
  get size(): number {
    return this.#sum(({ size }) => size)
  }

  /** Estimated bytes of memory. */
  get bytes(): number {
    return this.#sum(({ bytes }) => bytes)
  }

  /** Entries that were removed to make room. */
  get dropped(): number {
    return this.#dropped
  }

  /** Apps whose messages are recorded. */
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

  /** The requests of an app in the order of their responses, the newest last. */
  entries(appId: bigint): readonly AppRequest[] {
    return this.#logs.get(appId)?.entries() ?? []
  }

  find(appId: bigint, id: number): AppRequest | undefined {
    return this.#logs.get(appId)?.find(id)
  }

  /** Calls `onEntry` for each later request of an app, and records their messages. @returns the function that ends it */
  follow(appId: bigint, onEntry: OnAppRequest): () => void {
    const followers = this.#followers.get(appId) ?? new Set()
    this.#followers.set(appId, followers.add(onEntry))
    return () => {
      followers.delete(onEntry)
      if (followers.size === 0 && this.#followers.get(appId) === followers) this.#followers.delete(appId)
    }
  }

  /** Records messages of an app also without a reader. @param until milliseconds since the Unix epoch; undefined to end it */
  record(appId: bigint, until: number | undefined): void {
    this.#recordings.delete(appId)
    if (until === undefined) return
    this.#recordings.set(appId, until)
    const [oldest] = this.#recordings.keys()
    if (this.#recordings.size > MAX_RECORDED_APPS && oldest !== undefined) this.#recordings.delete(oldest)
  }

  /** The end of the recording of an app; undefined for none. */
  recordedUntil(appId: bigint): number | undefined {
    const until = this.#recordings.get(appId)
    return until !== undefined && until > this.#parts.clock.now() ? until : undefined
  }

  /** Removes all entries of an app. */
  clear(appId: bigint): void {
    this.#logs.delete(appId)
  }

  /** Ends recordings, removes old messages, and frees memory beyond the bounds. */
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

  /** Removes the logs of the apps without requests for the longest time while `isOver`. */
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
