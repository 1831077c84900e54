/**
 * Runs the commands and the consumer of examples/compliance-consumer in separate processes. Tests may kill
 * the consumer at any moment.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Installation } from '../support/installation.ts'

const CONSUMER = fileURLToPath(new URL('../../examples/compliance-consumer/consumer.js', import.meta.url))

const run = promisify(execFile)

export type Line = Readonly<Record<string, unknown>>

export class Example {
  readonly #settings: string
  /** Directory of the copy. */
  readonly folder: string
  /** Standard error of all runs. */
  said = ''
  #child: ChildProcess | undefined

  private constructor(settings: string, folder: string) {
    this.#settings = settings
    this.folder = folder
  }

  /** @param account stream account: URL without a query, and credentials */
  static async at(
    t: TestContext,
    place: Installation,
    account: {
      readonly url: string
      readonly email: string
      readonly password: string
      /** If undefined, the default of the example applies. */
      readonly connects_per_minute?: number
    },
  ): Promise<Example> {
    const [settings, store] = [join(place.data, 'consumer.json'), join(place.data, 'copy')]
    // The path of the store is relative to the folder of the settings, so the program can run in another folder.
    await writeFile(settings, JSON.stringify({ ...account, store: 'copy' }))
    const example = new Example(settings, store)
    t.after(() => example.kill())
    return example
  }

  /** Runs a command to its end; returns its output. */
  async command(name: string, ...files: string[]): Promise<string> {
    const words = [CONSUMER, name, this.#settings, ...files]
    const { stdout } = await run(process.execPath, words, { env: {}, maxBuffer: 2 ** 28 })
    return stdout
  }

  /** Runs a command to its end, with any exit code. */
  async ended(name: string, ...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
    const args = [CONSUMER, name, this.#settings, ...words]
    const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, out }
  }

  /** Current content of the copy. */
  async lines(): Promise<readonly Line[]> {
    const text = await this.command('show')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
  }

  start(): void {
    const words = [CONSUMER, 'run', this.#settings]
    const child = spawn(process.execPath, words, { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said += text
    })
    this.#child = child
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops the consumer; it must exit with 0. */
  async stop(): Promise<void> {
    assert.deepEqual(await this.#end('SIGTERM'), [0, null])
  }

  async #end(signal: NodeJS.Signals): Promise<unknown> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return undefined
    const ended = once(child, 'exit')
    if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
    child.kill(signal)
    return ended
  }
}
