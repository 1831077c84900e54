/** Runs commands and servers of the program in separate processes, as users do. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from '../../test/support/compile-cache.ts'
import type { Installation } from './installation.ts'

const BIN = fileURLToPath(new URL('../../bin/aviary.js', import.meta.url))

/** An environment with nothing but the compile cache of Node, so that commands depend only on their flags. */
const CLEAN = { env: compileCache() }

const run = promisify(execFile)

/** Runs a command with `--json`; returns its JSON object. @throws when the exit code is not 0 */
export async function aviary(place: Installation, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [BIN, ...words, ...place.flags, '--json'], CLEAN)
  return JSON.parse(stdout) as Record<string, unknown>
}

export interface RunningServer {
  /** URL of the public listener, without a trailing slash. */
  readonly url: string
  /** URL of the admin listener, without a trailing slash. */
  readonly opsUrl: string
  /** Stops the server and waits for its end; the exit code must be 0. */
  stop(): Promise<void>
  /** Kills the server and waits for its end. */
  kill(): Promise<void>
}

/** Starts `aviary serve` on free ports. The server stops with the test. */
export async function serve(t: TestContext, place: Installation, ...flags: string[]): Promise<RunningServer> {
  const ports = ['--port', '0', '--ops-port', '0', '--log-level', 'error']
  const child = spawn(process.execPath, [BIN, 'serve', ...ports, ...place.flags, ...flags], {
    ...CLEAN,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const ended = once(child, 'exit')
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopped(child, ended)
    return stopping
  }
  const kill = () => {
    stopping ??= killed(child, ended)
    return stopping
  }
  t.after(stop)
  return { ...(await urlsOf(child)), stop, kill }
}

async function killed(child: ChildProcess, ended: Promise<unknown[]>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

async function stopped(child: ChildProcess, ended: Promise<unknown[]>): Promise<void> {
  child.kill('SIGTERM')
  const [code, signal] = await ended
  assert.deepEqual([code, signal], [0, null], 'the server did not end well')
}

/** Reads the URLs that the server prints on standard error. */
async function urlsOf(child: ChildProcess): Promise<Pick<RunningServer, 'url' | 'opsUrl'>> {
  assert.ok(child.stderr)
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url, opsUrl] = /^Aviary serves (\S+) .*admin listener at ([^\s)]+)/.exec(line) ?? []
    if (url !== undefined && opsUrl !== undefined) {
      child.stderr.resume()
      return { url, opsUrl }
    }
    said.push(line)
  }
  throw new Error(`the server did not start: ${said.join('\n')}`)
}

/** Id and keys of an app, as `app create` shows them. */
export interface AppKeys {
  readonly app_id: string
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly bearer_token: string
}

/** Creates an app and its owner. @param flags further flags of the command */
export async function createApp(place: Installation, owner: string, ...flags: string[]): Promise<AppKeys> {
  await aviary(place, 'user', 'create', owner)
  return (await aviary(
    place,
    'app',
    'create',
    'Acceptance',
    '--owner',
    owner,
    ...flags,
  )) as unknown as AppKeys
}

export interface TokenKeys {
  readonly access_token: string
  readonly access_token_secret: string
}

/** Creates a token of the app for the user. */
export async function createToken(place: Installation, app: AppKeys, screenName: string): Promise<TokenKeys> {
  const words = ['token', 'create', '--app', app.app_id, '--user', screenName]
  return (await aviary(place, ...words)) as unknown as TokenKeys
}
