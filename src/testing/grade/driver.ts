/** Runs a client through scripts of faults, and records its requests. */
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../request-log/entry.ts'
import type { Fault, FaultControl } from '../library/control-types.ts'
import type { RequestLog } from '../requests/log.ts'
import { type Connection, type PageRequest, UNKNOWN } from './attempt.ts'
import { PAGED_PATHS, PAGING_SCRIPT, pagingFaults } from './paging-script.ts'
import {
  CATCH_UP_MS,
  kindOf,
  POST_EVERY_MS,
  type StreamKind,
  type StreamStep,
  streamScript,
} from './stream-script.ts'

/** Milliseconds without a request after which a client counts as finished with reading pages. */
const PAGING_PATIENCE_MS = 30_000

export interface DriverParts {
  readonly machine: Clock
  readonly requests: RequestLog
  readonly faults: FaultControl
  /** Declared paths of the streams. */
  readonly streamPaths: ReadonlySet<string>
  /** The graded partition of the compliance stream. Connections to other partitions are ignored. */
  readonly partition: number
  readonly isQuick: boolean
  /** Creates an event that is sent on the client's streams. */
  publish(kind: StreamKind): Promise<void>
  /** Called with a sentence at each step. */
  note(sentence: string): void
}

export class GradeDriver {
  #kind: StreamKind | undefined
  readonly #scripts: Readonly<Record<StreamKind, readonly StreamStep[]>>
  readonly connections: Connection[] = []
  readonly pages: PageRequest[] = []
  /** Resolves after the last step, or when the client does not reconnect in time. */
  readonly done: Promise<void>
  readonly #parts: DriverParts
  /** Streams of the client, by the id of their entry in the request log. */
  readonly #streams = new Map<number, { readonly entry: LogEntry; readonly connection: Connection }>()
  readonly #finish: () => void
  #endsAt: number | undefined
  #cancel = () => {}
  #isPublishing = false
  #failure: unknown

  constructor(parts: DriverParts) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.#finish = resolve
    this.#parts = parts
    const { isQuick } = parts
    this.#scripts = { posts: streamScript(isQuick), compliance: streamScript(isQuick, 'compliance') }
  }

  /** The kind of stream that the client reads. */
  get kind(): StreamKind {
    return this.#kind ?? 'posts'
  }

  get steps(): readonly StreamStep[] {
    return this.#scripts[this.kind]
  }

  /** @returns a function that ends the run, and throws if a post could not be published */
  start(): () => void {
    const unfollow = this.#parts.requests.follow((entry) => this.#onEntry(entry))
    this.#arm()
    this.#tick()
    return () => {
      unfollow()
      this.#cancel()
      if (this.#failure !== undefined) throw this.#failure
    }
  }

  #tick(): void {
    const { machine } = this.#parts
    const now = machine.now()
    if (this.#endsAt !== undefined && now >= this.#endsAt) {
      this.#finish()
      return
    }
    for (const { entry, connection } of this.#streams.values()) {
      connection.messages = entry.stream?.messages ?? 0
      if (connection.endedAt !== undefined) continue
      if (now - connection.at >= (this.steps[connection.step]?.quietMs ?? 0)) this.#publish()
    }
    this.#cancel = machine.after(POST_EVERY_MS, () => this.#tick())
  }

  #publish(): void {
    if (this.#isPublishing) return
    this.#isPublishing = true
    this.#parts
      .publish(this.kind)
      .catch((error) => {
        this.#failure = error
        this.#finish()
      })
      .finally(() => {
        this.#isPublishing = false
      })
  }

  #onEntry(entry: LogEntry): void {
    const { endpoint = '' } = entry
    if (this.#parts.streamPaths.has(endpoint)) this.#onStream(entry)
    else if (endpoint in PAGED_PATHS && entry.request.method === 'GET') this.#onPage(entry, endpoint)
  }

  #onStream(entry: LogEntry): void {
    const known = this.#streams.get(entry.id)
    if (known !== undefined) this.#onStreamEnd(entry, known.connection)
    // If the server refuses a connection because of a mistake of the client, the connection does not count as a step.
    else if ((entry.kind === 'stream' || entry.faults.length > 0) && this.#isGraded(entry))
      this.#onConnection(entry)
  }

  /** False for other partitions of the compliance stream, and for streams of the kind that is not graded. */
  #isGraded({ endpoint = '', request }: LogEntry): boolean {
    const kind = kindOf(endpoint)
    if (kind === 'compliance' && queryOf(request).get('partition') !== String(this.#parts.partition))
      return false
    this.#kind ??= kind
    return kind === this.#kind
  }

  #onConnection(entry: LogEntry): void {
    const step = Math.min(this.connections.length, this.steps.length - 1)
    const connection: Connection = {
      ...{ step, at: entry.at, status: entry.response?.status, resetAt: resetOf(entry) },
      ...{ endedAt: entry.kind === 'stream' ? undefined : entry.at + entry.ms, isLeft: false, messages: 0 },
      asksToResume: RESUME.some((name) => queryOf(entry.request).has(name)),
    }
    this.connections.push(connection)
    if (entry.kind === 'stream') this.#streams.set(entry.id, { entry, connection })
    const { trial, patienceMs = 0 } = this.steps[step] ?? {}
    this.#parts.note(`connection ${this.connections.length}: ${trial}`)
    if (trial === 'watch') this.#watch()
    else this.#wait(patienceMs)
    this.#arm()
  }

  #onStreamEnd({ stream }: LogEntry, connection: Connection): void {
    if (stream?.ended === undefined) return
    connection.endedAt = this.#parts.machine.now()
    connection.isLeft = stream.ended === 'client'
    connection.messages = stream.messages
    this.#wait(this.steps[connection.step]?.patienceMs ?? 0)
  }

  #onPage(entry: LogEntry, endpoint: string): void {
    const step = this.pages.length
    const trial = PAGING_SCRIPT[step] ?? 'page'
    const { next, items } = trial === 'page' ? pageOf(entry) : { next: undefined, items: 0 }
    this.pages.push({
      ...{ step, at: entry.at, endedAt: entry.at + entry.ms, status: entry.response?.status },
      ...{ resetAt: resetOf(entry), cursor: cursorOf(entry, PAGED_PATHS[endpoint] ?? ''), next, items },
    })
    this.#parts.note(`page request ${this.pages.length}: ${trial}`)
    this.#wait(PAGING_PATIENCE_MS)
    this.#arm()
  }

  /**
   * Called after all trials. For some time after this call, a client of the compliance stream can still receive
   * missed events.
   */
  #watch(): void {
    if (this.#endsAt === undefined || this.kind === 'posts') this.#finish()
    else this.#endsAt = this.#parts.machine.now() + CATCH_UP_MS
  }

  /** Ends the run after this time without a request, but not earlier than a previous call of this function allows. */
  #wait(patienceMs: number): void {
    this.#endsAt = Math.max(this.#endsAt ?? 0, this.#parts.machine.now() + patienceMs)
  }

  /** Sets the faults for the next connection and the next page. */
  #arm(): void {
    const { streamPaths, faults, machine, isQuick } = this.#parts
    const stepOf = (path: string) => {
      const steps = this.#scripts[kindOf(path)]
      return steps[Math.min(this.connections.length, steps.length - 1)]
    }
    const page = PAGING_SCRIPT[this.pages.length] ?? 'page'
    const now = machine.now()
    const plan: Fault[] = [
      ...[...streamPaths].flatMap((path) => stepOf(path)?.faults(path) ?? []),
      ...Object.keys(PAGED_PATHS).flatMap((path) => pagingFaults(page, path, now, isQuick)),
    ]
    faults.set(plan)
  }
}

function resetOf({ response }: LogEntry): number | undefined {
  const value = response?.headers.find(({ name }) => name.toLowerCase() === 'x-rate-limit-reset')?.value
  return value === undefined ? undefined : Number(value) * 1000
}

/** Parameters with which a client of the compliance stream resumes. */
const RESUME = ['positions', 'resume_after', 'backfill_minutes'] as const

function queryOf({ origin, target }: LogEntry['request']): URLSearchParams {
  return new URL(target, origin).searchParams
}

/** The cursor in the request; undefined for the first page. */
function cursorOf({ request }: LogEntry, parameter: string): string | undefined {
  const cursor = queryOf(request).get(parameter)
  return cursor === null || cursor === '-1' ? undefined : cursor
}

const NOT_KNOWN = { next: UNKNOWN, items: 0 } as const

function pageOf({ response }: LogEntry): Pick<PageRequest, 'next' | 'items'> {
  if (response === undefined || response.isCut || response.body === undefined) return NOT_KNOWN
  // The bodies of responses on these paths are JSON.
  const body = JSON.parse(response.body) as Record<string, unknown>
  const { ids, users, data, meta, next_cursor_str } = body
  const list = [ids, users, data].find(Array.isArray) ?? []
  const token = meta === undefined ? next_cursor_str : (meta as { next_token?: unknown }).next_token
  return {
    next: typeof token !== 'string' || token === '0' ? undefined : token,
    items: list.length,
  }
}
