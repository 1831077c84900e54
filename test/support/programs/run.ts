/** Runs a program of this folder in a process of its own, line by line, to be killed when a test says so. */
import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface RunningProgram {
  /** What it prints, until it has ended; without a last line that it could not end any more. */
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
    // Into a buffer of our own: what nobody has begun to read when the program ends would be lost.
    lines: linesOf(child.stdout.pipe(new PassThrough())),
    kill: () => child.kill('SIGKILL'),
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
