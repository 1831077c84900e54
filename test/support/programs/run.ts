/** Runs a program of this folder in a process of its own, line by line, to be killed when a test says so. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface RunningProgram {
  /** What it prints, until it has ended. */
  readonly lines: AsyncIterable<string>
  /** Ends it at once: it cannot tidy up. What it had printed can still be read. */
  kill(): void
}

/**
 * @param name the file in this folder, without its ending
 * @param order given to the program as JSON
 */
export function runProgram(name: string, order: object): RunningProgram {
  const file = fileURLToPath(import.meta.resolve(`./${name}.ts`))
  const child: ChildProcess = spawn(process.execPath, [file, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the program has no output')
  return {
    lines: createInterface({ input: child.stdout }),
    kill: () => child.kill('SIGKILL'),
  }
}
