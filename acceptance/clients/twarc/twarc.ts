/** Runs commands of twarc2 in a separate process, and reads the files that they wrote. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Arguments, Keywords } from '../support/cases.ts'
import { ClientProcess } from '../support/client-process.ts'
import { pythonDriver } from '../support/installs.ts'
import type { Stage } from '../support/stage.ts'

const GROUP = 'twarc.command2.twarc2'

/** Result of a command. */
export interface Written {
  readonly stdout: string
  readonly stderr: string
  /** True if the configuration file exists. */
  readonly isConfigured: boolean
  /** Standard output as JSON: a list, or the `data` of a response. */
  readonly answers: readonly unknown[]
  /** The written file as JSON lines; empty if the file is not JSON lines. */
  readonly lines: readonly unknown[]
  /** Ids in `data` of all lines. */
  readonly ids: readonly unknown[]
  /** Lines of the written file, without empty lines. */
  readonly words: readonly string[]
  readonly text: { readonly lines: number }
  /** Sum of the last column of a CSV file. */
  readonly total: number
  readonly csv: { readonly ids: readonly string[] }
}

export class Twarc {
  readonly #process: ClientProcess
  readonly #folder: string
  readonly #home: string

  private constructor(process: ClientProcess, home: string) {
    this.#process = process
    this.#home = home
    this.#folder = join(home, 'written')
  }

  static async start(t: TestContext, { environment, place }: Stage): Promise<Twarc> {
    const twarc = new Twarc(ClientProcess.start(t, pythonDriver('twarc'), environment), place.data)
    await mkdir(twarc.#folder)
    return twarc
  }

  /** Names of all commands. */
  async commands(): Promise<string[]> {
    return (await this.#process.request({ do: 'commands', group: GROUP })) as string[]
  }

  /** Path of the file for which the argument `>name` or `<name` stands. */
  path(name: string): string {
    return join(this.#folder, name)
  }

  /** @param words options and arguments; `>name` and `<name` become paths */
  async run(command: string, words: Arguments, { input, stdin }: Keywords): Promise<Written> {
    let written: string | undefined
    const args: string[] = []
    for (const word of words.map(String)) {
      const path = this.path(word.slice(1))
      if (word.startsWith('<') && input !== undefined) await writeFile(path, String(input))
      if (word.startsWith('>')) written = path
      args.push(/^[<>]/.test(word) ? path : word)
    }
    const request = {
      do: 'command',
      group: GROUP,
      args: ['--log', this.path('twarc.log'), '--no-metadata', ...command.split(' '), ...args],
      stdin,
    }
    const { stdout, stderr } = (await this.#process.request(request)) as Written
    const content = written !== undefined && existsSync(written) ? await readFile(written, 'utf8') : ''
    const isConfigured = existsSync(join(this.#home, '.config', 'twarc', 'config'))
    return { stdout, stderr, isConfigured, answers: answersIn(stdout), ...readingsOf(content) }
  }
}

function answersIn(stdout: string): unknown[] {
  const value = jsonOf(stdout)
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null && 'data' in value ? [value.data] : []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Most commands do not write JSON.
    return undefined
  }
}

function readingsOf(content: string): Omit<Written, 'stdout' | 'stderr' | 'isConfigured' | 'answers'> {
  const words = content.split(/\r?\n/).filter((line) => line !== '')
  const lines = words.map(jsonOf).filter((line) => typeof line === 'object')
  const pages = lines as { readonly data?: unknown }[]
  const items = pages.flatMap(({ data = [] }) => data as { readonly id?: unknown }[])
  const last = words.map((line) => Number(line.split(',').at(-1))).filter(Number.isFinite)
  return {
    words,
    lines,
    ids: items.map(({ id }) => id),
    text: { lines: words.length },
    total: last.reduce((sum, count) => sum + count, 0),
    csv: { ids: words.flatMap((line) => /^"?(\d{15,})"?,/.exec(line)?.[1] ?? []) },
  }
}
