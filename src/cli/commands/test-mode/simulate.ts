/** `aviary simulate`: simulates traffic on a server in test mode. */
import type { Command } from 'commander'
import { FAILED } from '../../exit-codes.ts'
import { finiteOfFlag } from '../../number-flag.ts'
import type { Output, Streams } from '../../output.ts'
import { action, standardCommand } from '../../run.ts'
import { onSignal } from '../../signals.ts'
import { TEST_SERVER_SETTINGS, testServer } from '../../test-server.ts'
import { followTraffic, startTraffic, type TrafficState } from '../../traffic/follow.ts'

interface SimulateOptions extends Record<string, unknown> {
  readonly seed: string
  readonly rate: string
  readonly seconds?: string
  readonly users?: string
  readonly storm?: boolean
  readonly admin?: string
}

const HELP = `
The server runs it by its own clock, which "aviary test --speed" or PUT /test/clock sets. Users, texts and the order of everything
follow from the seed.`

export function simulateCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'simulate',
    'Make traffic in a server in test mode: posts, replies, reposts, likes, edits, deletions, suspensions.',
    TEST_SERVER_SETTINGS,
  )
    .requiredOption('--seed <N>', 'A whole number; equal numbers make equal traffic.')
    .requiredOption('--rate <R>', 'Mean number of posts a second over a day, 0.01 to 500.')
    .option('--seconds <N>', 'Length by the clock of the server, up to a week (default: 60).')
    .option('--users <N>', 'Users who post, 10 to 2,000 (default: 100).')
    .option(
      '--storm',
      'A storm in the middle: 25 times the rate at its peak, as in the record of August 2013.',
    )
    .option('--admin <URL>', 'Admin listener of the server (default: the listener of ops_host and ops_port).')
    .addHelpText('after', HELP)
    .action(
      action<SimulateOptions, []>(streams, exit, async ({ config, output }, options) => {
        const { storm = false, seed, rate, seconds, users } = options
        const numbers = numbersOf({ seed, rate, seconds, users })
        const server = testServer(config, options.admin)
        await startTraffic(server, '/test/simulate', { ...numbers, storm })
        const stop = new AbortController()
        const leave = onSignal(() => stop.abort())
        try {
          const show = progressOf(output)
          return close(output, await followTraffic(server, stop.signal, show))
        } finally {
          leave()
        }
      }),
    )
}

/** @throws {UsageError} */
function numbersOf(texts: Readonly<Record<string, string | undefined>>): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue
    numbers[name] = finiteOfFlag(text, `--${name}`)
  }
  return numbers
}

function progressOf(output: Output): (state: TrafficState, clockSpeed: number) => void {
  let isNoted = false
  let progress: ReturnType<Output['progress']> | undefined
  return ({ state, position_ms, length_ms }, clockSpeed) => {
    progress ??= output.progress(Math.ceil(Number(length_ms) / 1_000), 'seconds')
    if (clockSpeed === 0 && !isNoted && state === 'running') {
      isNoted = true
      output.note(
        'The clock of the server is frozen: step it with PUT /test/clock, or let it run with {"speed": 1}.',
      )
    }
    progress.to(Math.floor(position_ms / 1_000))
    if (state !== 'running' && state !== 'paused') progress.end()
  }
}

function close(output: Output, traffic: TrafficState): number | undefined {
  const counts = traffic['counts'] as Readonly<Record<string, number>>
  const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  const seconds = Math.floor(traffic.position_ms / 1_000)
  output.result({ ...traffic }, [
    `Simulated ${seconds} s (${traffic.state}): ${all.join(', ')}; at most ${traffic['peak']} posts in a second.`,
    ...(traffic.error === undefined ? [] : [`It failed: ${traffic.error}`]),
  ])
  return traffic.state === 'failed' ? FAILED : undefined
}
