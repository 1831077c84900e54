/**
 * Starts processes of the built program, and reads their output, processor time and memory. It needs Linux,
 * because it reads /proc.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BuiltProgram } from '../lib/built-program.ts'

/** Resources that a process has used since its start. */
export interface Use {
  /**
   * Milliseconds of wall time and of processor time. Processor time is user and system time of all threads.
   */
  readonly wall: number
  readonly cpu: number
  /** Bytes of resident memory, now and at most. */
  readonly resident: number
  readonly peak: number
}

/** Milliseconds in a tick of the times in /proc. */
const TICK_MS = 10

export class RunningProgram implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly #started = performance.now()
  #output = ''
  #look: () => void = () => undefined

  /** @param variables environment variables in addition to those of the built program */
  constructor(program: BuiltProgram, args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
    this.#process = spawn(process.execPath, [program.command, ...args], {
      env: { ...program.environment, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
        this.#look()
      })
    }
    this.#process.once('exit', () => this.#look())
  }

  /**
   * Waits until the output on standard output or standard error matches the pattern.
   * @throws {Error} when the process ends before the output matches
   */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      this.#look = () => {
        const found = pattern.exec(this.#output)
        if (found !== null) resolve(found)
        else if (this.#process.exitCode !== null) reject(new Error(`the program ended: ${this.#output}`))
      }
      this.#look()
    })
  }

  use(): Use {
    const read = (name: string) => readFileSync(`/proc/${this.#process.pid}/${name}`, 'utf8')
    // Fields 14 and 15 are user and system time. They are counted from the end of the name, because the name
    // may contain spaces.
    const fields = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    const status = read('status')
    const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
    return {
      wall: performance.now() - this.#started,
      cpu: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      resident: kibibytes('VmRSS') * 1024,
      peak: kibibytes('VmHWM') * 1024,
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
  }
}

/**
 * Runs a command to its end.
 * @returns the object that the command prints
 * @throws {Error} when the command fails
 */
export function runJson(program: BuiltProgram, args: readonly string[]): Readonly<Record<string, string>> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program.command, ...args, '--json'], {
    env: program.environment,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`aviary ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Record<string, string>
}
