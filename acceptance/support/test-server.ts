/** Starts `aviary test` in a process, as users do, and reads its line of JSON. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../test/support/compile-cache.ts'

const BIN = fileURLToPath(new URL('../../bin/aviary.js', import.meta.url))

/** The command that starts the program of the checkout. */
export const AVIARY_COMMAND: readonly [string, string] = [process.execPath, BIN]

interface WorldUser {
  readonly id: string
  readonly screen_name: string
  readonly access_token: string
  readonly access_token_secret: string
}

/** The line of JSON. */
export interface TestServerLine {
  readonly url: string
  readonly admin_url: string
  readonly test_token: string
  readonly proxy?: { readonly url: string; readonly ca_file: string }
  readonly tls?: {
    readonly ca_file: string
    readonly trust: {
      readonly environment: Readonly<Record<string, string>>
      readonly java: { readonly keytool: string; readonly options: string }
      readonly curl: string
    }
  }
  readonly resolve_hint?: Readonly<Record<'hosts' | 'curl_resolve' | 'curl_connect_to', readonly string[]>>
  readonly app: {
    readonly consumer_key: string
    readonly consumer_secret: string
    readonly bearer_token: string
  }
  readonly user: WorldUser
  readonly friend: WorldUser
}

/**
 * Starts `aviary test`. The process stops with the test.
 * @param flags further flags
 */
export async function startTestServer(t: TestContext, ...flags: readonly string[]): Promise<TestServerLine> {
  const [program, bin] = AVIARY_COMMAND
  const child = spawn(program, [bin, 'test', ...flags], {
    env: compileCache(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], 'the server did not end well')
  })
  return JSON.parse(await firstLine(child)) as TestServerLine
}

async function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  assert.ok(stdout && stderr)
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error(`the server did not start: ${errors}`)
}
