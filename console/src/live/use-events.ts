/**
 * Server-sent events for a page. The connection is opened again after growing pauses, and the page is updated
 * at most ten times a second.
 */
import { useEffect, useRef, useState } from 'react'
import { fetchWithSession } from '../api/fetch.ts'
import { type ApiProblem, asProblem, problemOf } from '../api/problem.ts'
import { EventLines, type LiveEvent } from './event-lines.ts'

export type LiveState = 'connecting' | 'open' | 'waiting' | 'paused' | 'failed'

export interface Live {
  readonly state: LiveState
  /** Time of the next attempt in milliseconds, while the state is `waiting`. */
  readonly retryAt: number | undefined
  /** Number of events that the page or the server dropped, because there were too many. */
  readonly dropped: number
  /**
   * Time of the last reconnection in milliseconds. Events before it may be missing if `isResumed` is false.
   */
  readonly reconnectedAt: number | undefined
  /** True if the last connection continued where the previous one ended, so that no event is missing. */
  readonly isResumed: boolean
  /** The error in the state `failed`, or the last error in the state `waiting`. */
  readonly problem: ApiProblem | undefined
}

interface Options {
  /** Path and query on this server. A different path opens a new connection. */
  readonly path: string
  /** False closes the connection; default true. */
  readonly isEnabled?: boolean
  /** Receives events in batches. A batch has the events of 100 ms. */
  readonly onEvents: (events: readonly LiveEvent[]) => void
  /** Maximum number of events that wait for the next update. Older events are dropped; default 500. */
  readonly maxWaiting?: number
  /**
   * Returns false for events that must not be dropped, such as deletions of shown posts. By default, all
   * events may be dropped.
   */
  readonly isDroppable?: (event: LiveEvent) => boolean
  /**
   * Further query parameters for a reconnection, such as the last position. The event `open` then says
   * whether the server resumed.
   */
  readonly resumeQuery?: () => Readonly<Record<string, string>>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** Milliseconds between two updates of the page. */
const FRAME_MS = 100
const MAX_WAITING = 500

const INITIAL: Live = {
  state: 'connecting',
  retryAt: undefined,
  dropped: 0,
  reconnectedAt: undefined,
  isResumed: false,
  problem: undefined,
}

/** Receives events of a stream while the component is shown. `LiveStatus` shows the state. */
export function useEvents(options: Options): Live {
  const { path, isEnabled = true, maxWaiting = MAX_WAITING } = options
  const [live, setLive] = useState<Live>(INITIAL)
  const latest = useRef(options)
  latest.current = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path resets the state.
  useEffect(() => setLive(INITIAL), [path])
  useEffect(() => {
    if (!isEnabled) {
      setLive((last) => ({ ...last, state: 'paused', retryAt: undefined }))
      return
    }
    const stop = new AbortController()
    const update = (change: Partial<Live>) => {
      if (!stop.signal.aborted) setLive((last) => ({ ...last, ...change }))
    }
    const frames = new Frames({
      maxWaiting,
      isDroppable: (event) => latest.current.isDroppable?.(event) ?? true,
      deliver: (events) => latest.current.onEvents(events),
      onOpen: (isResumed) => update({ isResumed }),
      onDropped: (count) => setLive((last) => ({ ...last, dropped: last.dropped + count })),
    })
    const address = (isAgain: boolean) => (isAgain ? withQuery(path, latest.current.resumeQuery?.()) : path)
    void follow(address, stop.signal, frames, update)
    return () => {
      stop.abort()
      frames.stop()
    }
  }, [path, isEnabled, maxWaiting])
  return live
}

/** Connects again after each end of a connection, until `signal` aborts or a permanent error occurs. */
async function follow(
  address: (isAgain: boolean) => string,
  signal: AbortSignal,
  frames: Frames,
  update: (change: Partial<Live>) => void,
): Promise<void> {
  let pause = FIRST_PAUSE_MS
  let wasOpen = false
  while (!signal.aborted) {
    update({ state: 'connecting', retryAt: undefined })
    let problem: ApiProblem | undefined
    try {
      await readStream(address(wasOpen), signal, frames, () => {
        pause = FIRST_PAUSE_MS
        update({
          state: 'open',
          problem: undefined,
          ...(wasOpen ? { reconnectedAt: Date.now(), isResumed: false } : {}),
        })
        wasOpen = true
      })
    } catch (error) {
      problem = asProblem(error)
    }
    if (signal.aborted) return
    if (problem !== undefined && problem.status >= 400 && !problem.isTemporary) {
      update({ state: 'failed', problem })
      return
    }
    update({ state: 'waiting', retryAt: Date.now() + pause, problem })
    await delay(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

function withQuery(path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.pathname + url.search
}

async function readStream(
  path: string,
  signal: AbortSignal,
  frames: Frames,
  onOpen: () => void,
): Promise<void> {
  const headers = { accept: 'text/event-stream' }
  const response = await fetchWithSession(new Request(path, { signal, headers }))
  if (!response.ok || response.body === null) {
    throw problemOf(response.status, await response.json().catch(() => undefined))
  }
  onOpen()
  const lines = new EventLines()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const event of lines.push(chunk.value)) {
      // The server sends this event before it stops, or before it closes the connection. The client then
      // reconnects.
      if (event.type === 'reconnect') return
      frames.push(event)
    }
  }
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface FramesOptions {
  readonly maxWaiting: number
  readonly isDroppable: (event: LiveEvent) => boolean
  readonly deliver: (events: readonly LiveEvent[]) => void
  readonly onOpen: (isResumed: boolean) => void
  readonly onDropped: (count: number) => void
}

/** Collects events and delivers them every 100 ms. */
class Frames {
  readonly #options: FramesOptions
  #waiting: LiveEvent[] = []
  #dropped = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: FramesOptions) {
    this.#options = options
  }

  push(event: LiveEvent): void {
    if (event.type === 'dropped') this.#dropped += droppedCount(event.data)
    else this.#waiting.push(event)
    if (event.type === 'open') this.#options.onOpen(isResumed(event.data))
    if (this.#waiting.length > this.#options.maxWaiting) this.#dropOldest()
    this.#timer ??= setTimeout(() => this.#flush(), FRAME_MS)
  }

  #dropOldest(): void {
    const oldest = this.#waiting.findIndex((event) => this.#options.isDroppable(event))
    if (oldest < 0) return
    this.#waiting.splice(oldest, 1)
    this.#dropped += 1
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = undefined
    const events = this.#waiting
    const dropped = this.#dropped
    this.#waiting = []
    this.#dropped = 0
    if (dropped > 0) this.#options.onDropped(dropped)
    if (events.length > 0) this.#options.deliver(events)
  }
}

/** Data of `event: dropped`: a number, or an object with `count`. */
function droppedCount(data: string): number {
  const value: unknown = JSON.parse(data)
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'count' in value) return Number(value.count)
  return 1
}

/** Data of `event: open`: `resumed` is true if no event is missing since the last connection. */
function isResumed(data: string): boolean {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && 'resumed' in value && value.resumed === true
}
