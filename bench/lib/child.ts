/**
 * Runs measured code in a separate process, so that it has a core for itself, its own CPU time, and empty
 * memory at its start. The bench calls it over the IPC channel.
 *
 *   bench:   const child = startChild<typeof methods>(new URL('./server-process.ts', import.meta.url), options)
 *            await child.call('run', 5_000)
 *   child:   export const methods = { async run(rows: number) { … } }
 *            answerCalls(methods)
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { SERVER_FLAGS } from '../../bin/server-flags.js'

// biome-ignore lint/suspicious/noExplicitAny: methods may have any parameters
export type Methods = Readonly<Record<string, (...args: any[]) => unknown>>

export interface Usage {
  readonly cpuMilliseconds: number
  /** Bytes. */
  readonly rss: number
  readonly heapUsed: number
  /** Maximum resident memory so far, in bytes. */
  readonly rssPeak: number
}

interface Call {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** A method that every child has. */
const USAGE = 'usage'

export interface ChildOptions {
  readonly profile?: string | undefined
  /** Flags of Node. */
  readonly flags?: readonly string[]
}

export class Child<M extends Methods> implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #calls = 0

  constructor(process: ChildProcess) {
    this.#process = process
    process.on('message', (reply: Reply) => {
      const call = this.#open.get(reply.id)
      this.#open.delete(reply.id)
      if (reply.error === undefined) call?.resolve(reply.value)
      else call?.reject(new Error(reply.error))
    })
    process.on('exit', (code, signal) => {
      const error = new Error(`a process of the bench ended early (${signal ?? code})`)
      for (const call of this.#open.values()) call.reject(error)
    })
  }

  call<Name extends keyof M & string>(
    method: Name,
    ...args: Parameters<M[Name]>
  ): Promise<Awaited<ReturnType<M[Name]>>> {
    return this.#send(method, args) as Promise<Awaited<ReturnType<M[Name]>>>
  }

  /**
   * Resource use of the process since its start.
   * @param isCollected collects garbage first. A forced collection also drops compiled code if all objects of
   * the code are dead, as between two samples. So use it to measure memory, not speed
   */
  usage(isCollected = false): Promise<Usage> {
    return this.#send(USAGE, [isCollected]) as Promise<Usage>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.disconnect()
    await ended
  }

  #send(method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls += 1
      this.#open.set(this.#calls, { resolve, reject })
      this.#process.send({ id: this.#calls, method, args } satisfies Call)
    })
  }
}

/** Starts a module that ends with {@link answerCalls}, with the young-generation size of a server. */
export function startChild<M extends Methods>(module: URL, options: ChildOptions = {}): Child<M> {
  const { profile, flags = [] } = options
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  return new Child<M>(
    fork(module, [], {
      execArgv: ['--expose-gc', ...SERVER_FLAGS, ...profiling, ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
}

/** Answers calls of the parent process until it disconnects. */
export function answerCalls(methods: Methods, close: () => Promise<void> = async () => undefined): void {
  const all: Methods = { ...methods, [USAGE]: usage }
  process.on('message', async ({ id, method, args }: Call) => {
    try {
      process.send?.({ id, value: await all[method]?.(...args) } satisfies Reply)
    } catch (error) {
      process.send?.({
        id,
        error: error instanceof Error ? String(error.stack) : String(error),
      } satisfies Reply)
    }
  })
  process.on('disconnect', async () => {
    await close()
    process.exit(0)
  })
}

function usage(isCollected: boolean): Usage {
  const { user, system } = process.cpuUsage()
  if (isCollected) globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    cpuMilliseconds: (user + system) / 1000,
    rss,
    heapUsed,
    rssPeak: rssPeak(),
  }
}

/**
 * Maximum resident memory of this process in bytes. On Linux `maxRSS` is wrong, because a child inherits the
 * value of its parent.
 */
function rssPeak(): number {
  const { maxRSS } = process.resourceUsage()
  if (process.platform !== 'linux') return maxRSS * 1024
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kibibytes ?? maxRSS) * 1024
}
