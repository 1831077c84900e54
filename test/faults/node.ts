/** A server process of a cluster, which a test can kill, stop and restart. */
import { type RunningCli, startCli } from '../support/cli.ts'
import type { Hooks } from '../support/engines.ts'

/** Milliseconds between two requests for the readiness of a node. */
const LOOK_MS = 100
const LOOK_TIMEOUT_MS = 5_000
/**
 * Maximum milliseconds of a start. A start loads all sources, which takes 2 s on an idle machine and up to a
 * minute on a busy machine.
 */
const START_MS = 120_000
/**
 * Maximum milliseconds of a stop. The time is longer than all phases of a stop together on an idle machine.
 */
const STOP_MS = 60_000
/** Maximum characters of a server's log in a report. */
const LOG_LENGTH = 2_000

export class FaultNode {
  readonly name: string
  readonly #t: Hooks
  readonly #flags: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  #run: RunningCli | undefined
  #opsUrl = ''
  #looking: Promise<void> | undefined
  #isClosed = false
  /** Public URL of the running process, or of the last process. */
  url = ''
  isReady = false
  /** The body of the last readiness response. */
  #answer = ''

  constructor(t: Hooks, name: string, flags: readonly string[], env: Readonly<Record<string, string>>) {
    this.name = name
    this.#t = t
    this.#flags = flags
    this.#env = env
    const timer = setInterval(() => void this.#look(), LOOK_MS)
    t.after(() => {
      this.#isClosed = true
      clearInterval(timer)
    })
  }

  /** The last readiness response, or a text if the process has ended. */
  get answer(): string {
    return this.#run?.isOver === true ? 'its process has ended' : this.#answer
  }

  /** True if the node published to the relay at the time of the last readiness response. */
  get isPublishing(): boolean {
    return this.isReady && this.#answer.includes('"relay":"publishing"')
  }

  /** Starts a process. @param env environment variables for this process only */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    // A run that is interrupted must leave no process running.
    if (this.#isClosed) throw new Error(`${this.name} is closed`)
    this.#run = startCli(this.#t, ['serve', ...this.#flags], { env: { ...this.#env, ...env } })
    this.#opsUrl = ''
    this.#answer = 'no address'
    this.isReady = false
    const started = this.#untilReady(this.#run)
    if ((await within(START_MS, started)) !== 'late') return
    this.#run.kill('SIGKILL')
    await started.catch(() => undefined)
    const { out, err } = await this.#run.ended
    throw new Error(`${this.name} is not ready after ${START_MS / 1_000} s: ${this.#answer}\n${out}${err}`)
  }

  async #untilReady(run: RunningCli): Promise<void> {
    const [, url = '', ops = ''] = await run.said(
      /Aviary serves (http:\S+) \(.*admin listener at (http:\S+)\)/,
    )
    this.url = url
    this.#opsUrl = ops
    while (!this.isReady && !run.isOver) {
      await this.#look()
      if (!this.isReady) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    if (this.isReady) return
    const { code, out, err } = await run.ended
    throw new Error(`${this.name} ended with ${code} before it was ready: ${this.#answer}\n${out}${err}`)
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#run?.kill(name)
  }

  async kill(): Promise<void> {
    this.isReady = false
    this.#run?.kill('SIGKILL')
    await this.#run?.ended
  }

  /** Ends the process as an operator does. @returns a sentence if the process does not end correctly */
  async stop(): Promise<string | undefined> {
    const run = this.#run
    if (run === undefined) return undefined
    run.kill('SIGTERM')
    const ended = await within(STOP_MS, run.ended)
    this.isReady = false
    if (ended === 'late') {
      await this.kill()
      const { out, err } = await run.ended
      return `${this.name} did not end within ${STOP_MS / 1_000} s of SIGTERM: ${(err + out).slice(-LOG_LENGTH)}`
    }
    return ended.code === 0 ? undefined : `${this.name} ended with ${ended.code} after SIGTERM: ${ended.err}`
  }

  /**
   * Requests the readiness, unless a request is already running. Each further request would write another row
   * to the database.
   */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** Finds out whether a load balancer would send requests to this node. */
  async #lookNow(): Promise<void> {
    const run = this.#run
    if (this.#opsUrl === '' || run === undefined || run.isOver) {
      this.isReady = false
      return
    }
    const answer = await fetch(`${this.#opsUrl}/readyz`, {
      signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (run !== this.#run) return
    this.isReady = answer?.status === 200
    this.#answer = text ?? 'no answer'
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Chooses the ready nodes in turn, as a load balancer does. */
export function inTurn(nodes: readonly FaultNode[]) {
  let turn = 0
  return async () => {
    for (let step = 0; step < nodes.length; step += 1) {
      turn = (turn + 1) % nodes.length
      const node = nodes[turn]
      if (node?.isReady) return { host: '127.0.0.1', port: Number(new URL(node.url).port) }
    }
    return undefined
  }
}
