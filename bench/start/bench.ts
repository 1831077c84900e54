/**
 * Starts the built program with Node's compile cache: `aviary serve` with an empty folder, `aviary demo`
 * for the first and for the second time, and Node itself. Measures the time from the start of the process
 * to the line that reports the running server.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BuiltProgram } from '../lib/built-program.ts'
import type { BenchOptions } from '../lib/options.ts'
import { mib, ms, printTable, printVerdict, progress } from '../lib/report.ts'
import { type Spread, spreadOf } from '../lib/statistics.ts'
import { RunningProgram, type Use } from './program.ts'

const PORTS = ['--port', '0', '--ops-port', '0', '--log-level', 'error']
const DEMO = ['demo', '--proxy-port', '0', '--no-activity']

/** Maximum milliseconds. */
const MAX_SERVE_MS = 800
const MAX_DEMO_MS = 8_000

export async function bench({ rounds }: BenchOptions): Promise<void> {
  using program = await BuiltProgram.build()
  // The first runs fill the compile cache.
  await round(program)
  const uses: Awaited<ReturnType<typeof round>>[] = []
  for (let index = 0; index < rounds; index += 1) {
    progress(`start: round ${index + 1} of ${rounds}`)
    uses.push(await round(program))
  }
  const parts = {
    'Node itself': uses.map(({ node }) => node),
    'aviary serve, empty': uses.map(({ serve }) => serve),
    'aviary demo, first': uses.map(({ first }) => first),
    'aviary demo, second': uses.map(({ second }) => second),
  }
  printTable(
    'Starts of the built program (median of the rounds, minimum–maximum)',
    Object.entries(parts).map(([part, list]) => ({
      part,
      wall: spread(spreadOf(list.map(({ wall }) => wall))),
      processor: spread(spreadOf(list.map(({ cpu }) => cpu))),
      'resident then': mib(spreadOf(list.map(({ resident }) => resident)).median),
    })),
  )
  process.stdout.write('\n')
  const median = (name: keyof typeof parts) => spreadOf(parts[name].map(({ wall }) => wall)).median
  printVerdict('milliseconds until an empty server is ready', median('aviary serve, empty'), {
    atMost: MAX_SERVE_MS,
  })
  printVerdict('milliseconds until the first demo is ready', median('aviary demo, first'), {
    atMost: MAX_DEMO_MS,
  })
}

async function round(program: BuiltProgram) {
  const folder = mkdtempSync(join(program.work, 'start-'))
  try {
    const data = (name: string) => ['--data', join(folder, name), ...PORTS]
    return {
      node: nodeUse(program),
      serve: await useOf(program, ['serve', ...data('empty')], /Aviary serves/),
      first: await useOf(program, [...DEMO, ...data('demo')], /Stop with Ctrl-C/),
      second: await useOf(program, [...DEMO, ...data('demo')], /Stop with Ctrl-C/),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function useOf(program: BuiltProgram, args: readonly string[], ready: RegExp): Promise<Use> {
  await using running = new RunningProgram(program, args)
  await running.printed(ready)
  return running.use()
}

/** Starts Node, which prints its resource use and ends. */
function nodeUse(program: BuiltProgram): Use {
  const code = `const { user, system } = process.cpuUsage()
    const resident = process.memoryUsage.rss()
    console.log(JSON.stringify({ cpu: (user + system) / 1000, resident, peak: resident }))`
  const started = performance.now()
  const { stdout } = spawnSync(process.execPath, ['-e', code], { env: program.environment, encoding: 'utf8' })
  return { ...(JSON.parse(stdout) as Omit<Use, 'wall'>), wall: performance.now() - started }
}

function spread({ median, min, max }: Spread): string {
  return `${ms(median)} (${ms(min)}–${ms(max)})`
}
