/** A server process of a cluster, which is killed, stopped and restarted. */
import { type RunningCli, startCli } from '../support/cli.ts'
import type { Hooks } from '../support/engines.ts'

/** Milliseconds between looks at the readiness of a node. */
const LOOK_MS = 100
const LOOK_TIMEOUT_MS = 5_000

export class FaultNode {
  readonly name: string
  readonly #t: Hooks
  readonly #flags: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  #run: RunningCli | undefined
  #opsUrl = ''
  #looking: Promise<void> | undefined
  /** Public URL of the current or last process. */
  url = ''
  isReady = false

  constructor(t: Hooks, name: string, flags: readonly string[], env: Readonly<Record<string, string>>) {
    this.name = name
    this.#t = t
    this.#flags = flags
    this.#env = env
    const timer = setInterval(() => void this.#look(), LOOK_MS)
    t.after(() => clearInterval(timer))
  }

  async start(): Promise<void> {
    this.#run = startCli(this.#t, ['serve', ...this.#flags], { env: this.#env })
    const [, url = '', ops = ''] = await this.#run.said(
      /Aviary serves (http:\S+) \(.*admin listener at (http:\S+)\)/,
    )
    this.url = url
    this.#opsUrl = ops
    while (!this.isReady) {
      await this.#look()
      if (!this.isReady) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#run?.kill(name)
  }

  async kill(): Promise<void> {
    this.isReady = false
    this.#run?.kill('SIGKILL')
    await this.#run?.ended
  }

  /** Ends the process as an operator does. @returns its exit code */
  async stop(): Promise<number | null | undefined> {
    this.#run?.kill('SIGTERM')
    return (await this.#run?.ended)?.code
  }

  /** Joins a look on its way, because each writes a probe to the database. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** Finds out if a load balancer would send requests here. */
  async #lookNow(): Promise<void> {
    const run = this.#run
    if (this.#opsUrl === '' || run === undefined || run.isOver) {
      this.isReady = false
      return
    }
    const answer = await fetch(`${this.#opsUrl}/readyz`, {
      signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
    }).catch(() => undefined)
    await answer?.text().catch(() => undefined)
    if (run === this.#run) this.isReady = answer?.status === 200
  }
}

/** Chooses ready nodes in turn, as a load balancer does. */
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
