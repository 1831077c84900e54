/** Server-sent events in a page: connects, reconnects with growing pauses, and never floods the page. */
import { useEffect, useRef, useState } from 'react'
import { fetchWithSession } from '../api/fetch.ts'
import { type ApiProblem, asProblem, problemOf } from '../api/problem.ts'
import { EventLines, type LiveEvent } from './event-lines.ts'

export type LiveState = 'connecting' | 'open' | 'waiting' | 'paused' | 'failed'

export interface Live {
  readonly state: LiveState
  /** Time of the next attempt in milliseconds, in the state `waiting`. */
  readonly retryAt: number | undefined
  /** Events that the page or the server left out, because there were too many. */
  readonly dropped: number
  /** Time of the last connection after a broken one, in milliseconds: events in between may be missing. */
  readonly reconnectedAt: number | undefined
  /** True if the last connection began where the one before ended: no event is missing. */
  readonly isResumed: boolean
  /** The reason in the state `failed`, and the last one in the state `waiting`. */
  readonly problem: ApiProblem | undefined
}

interface Options {
  /** Path and query on this server; another one reconnects. */
  readonly path: string
  /** False pauses; default true. */
  readonly isEnabled?: boolean
  /** Receives the events of up to 100 ms together. */
  readonly onEvents: (events: readonly LiveEvent[]) => void
  /** Events that wait for the next update; older ones are dropped; default 500. */
  readonly maxWaiting?: number
  /** False for events that are never dropped, such as the deletion of a shown post; default: all may be. */
  readonly isDroppable?: (event: LiveEvent) => boolean
  /** The query with which a page connects again, such as its last position; the server then says whether it could resume. */
  readonly resumeQuery?: () => Readonly<Record<string, string>>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** Time between two updates of the page. */
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

/** Follows a stream of events as long as the component is shown; `LiveStatus` shows the state. */
export function useEvents(options: Options): Live {
  const { path, isEnabled = true, maxWaiting = MAX_WAITING } = options
  const [live, setLive] = useState<Live>(INITIAL)
  const latest = useRef(options)
  latest.current = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream begins anew.
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

/** Connects until it is stopped; ends for good when the server refuses the stream. */
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
      // The server is about to stop, or to end this connection.
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

/** Collects events, and delivers them a few times a second. */
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

/** `event: dropped` has a number, or an object with a `count`. */
function droppedCount(data: string): number {
  const value: unknown = JSON.parse(data)
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'count' in value) return Number(value.count)
  return 1
}

/** `event: open` has `resumed: true` if no event is missing since the last connection. */
function isResumed(data: string): boolean {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && 'resumed' in value && value.resumed === true
}
