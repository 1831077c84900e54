/**
 * Measures the resident memory of `aviary serve` of the built program with an empty folder: while the
 * server is idle after its start, and while it is idle again after posts over HTTP. Also measures the
 * longest delay of the event loop while the server is idle after its start.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signature } from '../../test/support/api-client.ts'
import { BuiltProgram } from '../lib/built-program.ts'
import type { BenchOptions } from '../lib/options.ts'
import { mib, ms, printTable, printVerdict, progress } from '../lib/report.ts'
import { spreadOf } from '../lib/statistics.ts'
import { RunningProgram, runJson } from './program.ts'

/**
 * Milliseconds without requests before memory is read. After this time the garbage collections of an idle
 * process have ended.
 */
const IDLE_MS = 20_000

const CLIENTS = 16
const POSTS = 1_000

const MAX_BYTES = 200e6
const MAX_DELAY_MS = 20

interface Memory {
  readonly idle: number
  readonly after: number
  readonly peak: number
  readonly delay: number
}

export async function bench({ rounds }: BenchOptions): Promise<void> {
  using program = await BuiltProgram.build()
  const found: Memory[] = []
  for (let index = 0; index < rounds; index += 1) {
    progress(`memory: round ${index + 1} of ${rounds}`)
    found.push(await measured(program))
  }
  const of = (name: keyof Memory) => spreadOf(found.map((memory) => memory[name]))
  printTable('Memory of a server over an empty folder (median of the rounds, minimum–maximum)', [
    ...(['idle', 'after', 'peak'] as const).map((name) => ({
      when: { idle: 'idle', after: `idle after ${POSTS} posts`, peak: 'the most' }[name],
      resident: `${mib(of(name).median)} (${mib(of(name).min)}–${mib(of(name).max)})`,
    })),
  ])
  process.stdout.write(
    `\nlongest delay of the event loop in the idle time after the start: ${ms(of('delay').max)}\n`,
  )
  printVerdict('megabytes of an idle server', of('idle').median / 1e6, { atMost: MAX_BYTES / 1e6 })
  printVerdict(`megabytes of a server after ${POSTS} posts`, of('after').median / 1e6, {
    atMost: MAX_BYTES / 1e6,
  })
  printVerdict('milliseconds of the longest delay', of('delay').median, { atMost: MAX_DELAY_MS })
}

async function measured(program: BuiltProgram): Promise<Memory> {
  const folder = mkdtempSync(join(program.work, 'memory-'))
  const data = ['--data', join(folder, 'data')]
  const file = join(folder, 'delay')
  const watch = fileURLToPath(new URL('./loop-delay.ts', import.meta.url))
  try {
    const args = [
      'serve',
      ...data,
      '--port',
      '0',
      '--ops-port',
      '0',
      '--limits',
      'off',
      '--log-level',
      'error',
    ]
    await using server = new RunningProgram(program, args, {
      NODE_OPTIONS: `--import=${watch}`,
      LOOP_DELAY_FILE: file,
    })
    const [, url = ''] = await server.printed(/Aviary serves (http:\S+) /)
    await delayOf(server, file)
    await pause(IDLE_MS)
    const delay = await delayOf(server, file)
    const idle = server.use().resident
    await post(program, data, url)
    await pause(IDLE_MS)
    const { resident: after, peak } = server.use()
    return { idle, after, peak, delay }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function delayOf(server: RunningProgram, file: string): Promise<number> {
  rmSync(file, { force: true })
  server.signal('SIGUSR2')
  for (;;) {
    await pause(10)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text !== '') return Number(text)
  }
}

/** Sends posts with several clients. Each request has an OAuth 1.0a signature. */
async function post(program: BuiltProgram, data: readonly string[], url: string): Promise<void> {
  runJson(program, ['user', 'create', 'bench', ...data])
  const app = runJson(program, [
    'app',
    'create',
    'Bench',
    '--owner',
    'bench',
    '--permissions',
    'read-write',
    ...data,
  ])
  const token = runJson(program, [
    'token',
    'create',
    '--app',
    String(app['app_id']),
    '--user',
    'bench',
    ...data,
  ])
  const credentials = signature(
    { key: String(app['consumer_key']), secret: String(app['consumer_secret']) },
    { key: String(token['access_token']), secret: String(token['access_token_secret']) },
    () => Date.now(),
  )
  const target = `${url}/1.1/statuses/update.json`
  let next = 0
  const client = async () => {
    for (let number = next++; number < POSTS; number = next++) {
      const form = { status: `Post ${number} about herons, and some other birds at the lake` }
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          authorization: credentials('POST', target, form),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(form).toString().replaceAll('+', '%20'),
      })
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
