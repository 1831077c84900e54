/** Runs a client library in a separate process, because the library reads environment variables. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../test/support/compile-cache.ts'
import type { ClientEnvironment } from './public-names.ts'

/** Milliseconds after which a script that has not ended is killed. */
const PATIENCE_MS = 30_000

/**
 * Runs a script with `input` as JSON on standard input. Returns the JSON that the script writes to standard
 * output.
 * @param script path relative to the calling module
 * @throws with the standard error of the script, when the exit code is not 0
 */
export async function runClient(
  script: URL,
  environment: ClientEnvironment,
  input: object,
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, ['--no-deprecation', fileURLToPath(script)], {
    env: { ...compileCache(), ...environment },
    stdio: 'pipe',
    timeout: PATIENCE_MS,
  })
  child.stdin.end(JSON.stringify(input))
  const [out, err, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`${script.pathname} ended with ${code}: ${err}`)
  return JSON.parse(out) as Record<string, unknown>
}

/** For client scripts: reads the input, and writes the result. */
export async function clientScript<Input>(work: (input: Input) => Promise<object>): Promise<void> {
  const input = JSON.parse(await textOf(process.stdin)) as Input
  process.stdout.write(JSON.stringify(await work(input)))
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of stream.setEncoding('utf8')) chunks.push(String(chunk))
  return chunks.join('')
}
