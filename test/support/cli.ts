/** Runs the real command line in separate processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import type { Hooks } from './engines.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../../bin/aviary.js'))

export interface CliOptions {
  /** Variables in addition to PATH. */
  readonly env?: Readonly<Record<string, string>>
  /** A wrapper command that gets the Node command line as its last arguments. */
  readonly under?: readonly string[]
}

export interface Ended {
  /** Null if a signal ended the process. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunningCli {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** True after {@link ended} has resolved or rejected. */
  readonly isOver: boolean
  /**
   * Resolves with the match when standard error contains a match.
   * @throws when the process ends without a match
   */
  said(pattern: RegExp): Promise<RegExpExecArray>
  /** Like {@link said}, for standard output. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal?: NodeJS.Signals): void
}

/** Starts `aviary …args`. The process is killed at the end of the test. */
export function startCli(t: Hooks, args: readonly string[], options: CliOptions = {}): RunningCli {
  const [command = '', ...words] = [...(options.under ?? []), process.execPath, PROGRAM, ...args]
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'], ...compileCache(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { out, err } = gathered(child)
  let isOver = false
  const ended = once(child, 'close').then(([code]): Ended => {
    isOver = true
    return { code: code as number | null, out: out(), err: err() }
  })
  t.after(async () => {
    if (!isOver) child.kill('SIGKILL')
    await ended
  })
  const found = async (pattern: RegExp, text: () => string, stream: NodeJS.ReadableStream) => {
    for (;;) {
      const match = pattern.exec(text())
      if (match !== null) return match
      if (isOver) throw new Error(`ended without ${pattern}: ${out()}${err()}`)
      await Promise.race([once(stream, 'data'), ended])
    }
  }
  return {
    pid: child.pid ?? 0,
    ended,
    get isOver() {
      return isOver
    },
    said: (pattern) => found(pattern, err, child.stderr),
    printed: (pattern) => found(pattern, out, child.stdout),
    kill: (signal = 'SIGKILL') => {
      child.kill(signal)
    },
  }
}

/** Runs `aviary …args` to its end. */
export function cli(t: Hooks, args: readonly string[], options?: CliOptions): Promise<Ended> {
  return startCli(t, args, options).ended
}

/** Runs `aviary …args --json`, which must succeed. Returns the object that it prints. */
export async function cliJson(
  t: Hooks,
  args: readonly string[],
  options?: CliOptions,
): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli(t, [...args, '--json'], options)
  if (code !== 0) throw new Error(`aviary ${args.join(' ')} ended with ${code}: ${out}${err}`)
  return JSON.parse(out) as Record<string, unknown>
}

function gathered(child: ChildProcess) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk
    })
  }
  return { out: () => texts.stdout, err: () => texts.stderr }
}
