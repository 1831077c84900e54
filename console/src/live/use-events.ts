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
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** Time between two updates of the page. */
const FRAME_MS = 100
/** Events that wait for the next update; older ones are dropped. */
const MAX_WAITING_EVENTS = 500

const INITIAL: Live = { state: 'connecting', retryAt: undefined, dropped: 0, problem: undefined }

/** Follows a stream of events as long as the component is shown; `LiveStatus` shows the state. */
export function useEvents({ path, isEnabled = true, onEvents }: Options): Live {
  const [live, setLive] = useState<Live>(INITIAL)
  const receive = useRef(onEvents)
  receive.current = onEvents
  useEffect(() => {
    if (!isEnabled) {
      setLive((last) => ({ ...last, state: 'paused', retryAt: undefined }))
      return
    }
    const stop = new AbortController()
    const update = (change: Partial<Live>) => {
      if (!stop.signal.aborted) setLive((last) => ({ ...last, ...change }))
    }
    const frames = new Frames(
      (events) => receive.current(events),
      (count) => setLive((last) => ({ ...last, dropped: last.dropped + count })),
    )
    void follow(path, stop.signal, frames, update)
    return () => {
      stop.abort()
      frames.stop()
    }
  }, [path, isEnabled])
  return live
}

/** Connects until it is stopped; ends for good when the server refuses the stream. */
async function follow(
  path: string,
  signal: AbortSignal,
  frames: Frames,
  update: (change: Partial<Live>) => void,
): Promise<void> {
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted) {
    update({ state: 'connecting', retryAt: undefined })
    let problem: ApiProblem | undefined
    try {
      await readStream(path, signal, frames, () => {
        pause = FIRST_PAUSE_MS
        update({ state: 'open', problem: undefined })
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

/** Collects events, and delivers them a few times a second. */
class Frames {
  readonly #deliver: (events: readonly LiveEvent[]) => void
  readonly #onDropped: (count: number) => void
  #waiting: LiveEvent[] = []
  #dropped = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deliver: (events: readonly LiveEvent[]) => void, onDropped: (count: number) => void) {
    this.#deliver = deliver
    this.#onDropped = onDropped
  }

  push(event: LiveEvent): void {
    if (event.type === 'dropped') this.#dropped += droppedCount(event.data)
    else this.#waiting.push(event)
    if (this.#waiting.length > MAX_WAITING_EVENTS) {
      this.#waiting.shift()
      this.#dropped += 1
    }
    this.#timer ??= setTimeout(() => this.#flush(), FRAME_MS)
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
    if (dropped > 0) this.#onDropped(dropped)
    if (events.length > 0) this.#deliver(events)
  }
}

/** `event: dropped` has a number, or an object with a `count`. */
function droppedCount(data: string): number {
  const value: unknown = JSON.parse(data)
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'count' in value) return Number(value.count)
  return 1
}
