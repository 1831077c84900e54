/** Starts servers that tests can kill. */
import type { Config } from '../../../src/config.ts'
import { type RunningCli, startCli } from '../cli.ts'
import type { Hooks } from '../engines.ts'

/** A server in a separate process. Tests can kill it and start it again with the same data. */
export class KillableServer {
  readonly #t: Hooks
  readonly #flags: readonly string[]
  #run: RunningCli | undefined
  /** URL of the running server, or of the last server. */
  url = ''

  constructor(t: Hooks, { data, database }: Config) {
    this.#t = t
    const place = ['--data', data, ...(database === '' ? [] : ['--database', database, '--pool', '4'])]
    this.#flags = ['--port', '0', '--ops-port', '0', '--limits', 'off', '--log-level', 'fatal', ...place]
  }

  async start(): Promise<void> {
    this.#run = startCli(this.#t, ['serve', ...this.#flags])
    const [, url = ''] = await this.#run.said(/Aviary serves (http:\S+) /)
    this.url = url
  }

  /** Sends a signal that does not end the process, such as SIGSTOP. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#run?.kill(name)
  }

  async kill(): Promise<void> {
    this.#run?.kill('SIGKILL')
    await this.#run?.ended
  }

  async killAndStart(): Promise<void> {
    await this.kill()
    await this.start()
  }
}
