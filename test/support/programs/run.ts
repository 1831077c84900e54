/**
 * Runs a program of this folder in a separate process, and reads its output line by line, until a test kills
 * the program.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface RunningProgram {
  /** Lines of the program's output until its end, without an incomplete last line. */
  readonly lines: AsyncIterable<string>
  /** Kills the program. Earlier output can still be read. */
  kill(): void
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/**
 * @param name name of a file in this folder, without extension
 * @param order argument of the program, as JSON
 */
export function runProgram(name: string, order: object): RunningProgram {
  const file = fileURLToPath(import.meta.resolve(`./${name}.ts`))
  const child: ChildProcess = spawn(process.execPath, [file, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the program has no output')
  return {
    // The output is buffered here, because unread output would be lost at the end of the program.
    lines: linesOf(child.stdout.pipe(new PassThrough())),
    kill: () => child.kill('SIGKILL'),
    signal: (signal) => child.kill(signal),
  }
}

async function* linesOf(output: Readable): AsyncGenerator<string> {
  let unfinished = ''
  for await (const chunk of output.setEncoding('utf8')) {
    const lines = `${unfinished}${chunk}`.split('\n')
    unfinished = lines.pop() ?? ''
    yield* lines
  }
}
