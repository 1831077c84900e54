/** The programs of Debian that tests of the folder deploy run, where they are installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Hooks } from '../support/engines.ts'

/** Path of a file of the folder deploy. */
export function deployed(name: string): string {
  return fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
}

export function deployedText(name: string): string {
  return readFileSync(deployed(name), 'utf8')
}

/** Options of a test that needs the program: skipped, and counted as such, where it is missing. */
export function needs(program: string): { readonly skip: string | false } {
  const { status } = spawnSync('sh', ['-c', `command -v ${program}`])
  return { skip: status === 0 ? false : `${program} is not installed` }
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  return { code: status, text: `${stdout}${stderr}` }
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a program that serves a URL; resolves when it answers, and stops it with the test. */
export async function startProxy(
  t: Hooks,
  [program = '', ...args]: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await exited
  })
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${text}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
