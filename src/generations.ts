/**
 * The parts of a running server that keep state of its data in memory: readers of the log, caches, streams, webhooks,
 * the search index, counters and jobs. When test controls replace the data, all these parts are closed and then opened
 * again with the same store. Therefore no module needs code to reset itself. Listeners, client connections and the
 * store stay open.
 */
import type { AppTraffic } from './app-traffic.ts'
import type { Counters } from './counters/counters.ts'
import type { Gate } from './lib/async/gate.ts'
import { sleep, systemClock } from './lib/time/clock.ts'
import type { Live } from './live.ts'

export interface Generation {
  readonly live: Live
  readonly counters: Counters
  readonly traffic: AppTraffic
  readonly stopJobs: () => Promise<void>
}

export interface GenerationParts {
  /** Makes requests wait during a replacement; undefined for a server whose data is never replaced. */
  readonly gate: Gate | undefined
  /** Opens the parts for the current data. */
  readonly open: () => Promise<Generation>
  /** Makes later requests use the given parts. */
  readonly install: (generation: Generation) => void
}

/**
 * Milliseconds of the system clock within which first streams and then requests must end. The clock of the server is
 * not used, because a frozen clock would never reach a limit.
 */
const END_MS = 2_000

export class Generations {
  readonly #parts: GenerationParts
  #current: Generation
  #replacing: Promise<unknown> = Promise.resolve()
  #isReplacing = false

  constructor(first: Generation, parts: GenerationParts) {
    this.#parts = parts
    this.#current = first
  }

  /** True while {@link replace} closes and opens the parts. The parts read no data during this time. */
  get isReplacing(): boolean {
    return this.#isReplacing
  }

  get live(): Live {
    return this.#current.live
  }

  get counters(): Counters {
    return this.#current.counters
  }

  get traffic(): AppTraffic {
    return this.#current.traffic
  }

  stopJobs(): Promise<void> {
    return this.#current.stopJobs()
  }

  /** Stores all counts. @throws the error of the store */
  async closeCounters(): Promise<void> {
    const { traffic, counters } = this.#current
    await traffic.close().finally(() => counters.close())
  }

  /**
   * Ends streams with the reason of a restart, waits for running requests, runs `work`, and opens the parts again.
   * Requests that arrive during the call wait. Concurrent calls run in sequence.
   * @param begin called when all parts are open, before their background work starts
   * @throws errors of `work`; the server then continues with the data in the state in which `work` left it
   */
  replace(work: () => Promise<void>, begin: () => void): Promise<void> {
    const replaced = this.#replacing.then(() => this.#replace(work, begin))
    this.#replacing = replaced.catch(() => undefined) // The caller of `replace` gets the error.
    return replaced
  }

  async #replace(work: () => Promise<void>, begin: () => void): Promise<void> {
    const { gate } = this.#parts
    gate?.close()
    this.#isReplacing = true
    try {
      await this.#end(gate)
      try {
        await work()
      } finally {
        this.#current = await this.#parts.open()
        this.#parts.install(this.#current)
        begin()
        this.#current.live.start()
      }
    } finally {
      this.#isReplacing = false
      gate?.open()
    }
  }

  async #end(gate: Gate | undefined): Promise<void> {
    const { live, stopJobs } = this.#current
    await atMost(live.closeStreams())
    if (gate !== undefined) await endRequests(gate)
    await atMost(Promise.all([live.webhooks.close(), live.indexer.close(), stopJobs()]))
    await live.closeLog()
    await this.closeCounters()
    await live.media.blobs.close()
  }
}

/**
 * Waits until requests have ended. Requests that take longer, such as delayed requests, are cut off, because they must
 * not continue with other data.
 */
async function endRequests(gate: Gate): Promise<void> {
  await atMost(gate.idle())
  gate.cut()
  await atMost(gate.idle())
}

function atMost(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, sleep(systemClock, END_MS)])
}
