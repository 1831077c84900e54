/** `aviary replay`: publishes recorded posts in a server in test mode. */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { FAILED } from '../../exit-codes.ts'
import { finiteOfFlag } from '../../number-flag.ts'
import type { Output, Streams } from '../../output.ts'
import { action, standardCommand } from '../../run.ts'
import { onSignal } from '../../signals.ts'
import { TEST_SERVER_SETTINGS, testServer } from '../../test-server.ts'
import { followTraffic, obeyLines, startTraffic, type TrafficState } from '../../traffic/follow.ts'

interface ReplayOptions extends Record<string, unknown> {
  readonly speed?: string
  readonly admin?: string
}

const HELP = `
Posts keep their ids, times and authors, and are sent to streams and webhooks. The server reads the file itself, in every form that
"aviary import" reads, and waits by its own clock.

Lines of standard input control it: pause, resume, step [N], seek SECONDS (after the first post), stop.`

export function replayCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'replay',
    'Publish recorded posts with their spacing in a server in test mode.',
    TEST_SERVER_SETTINGS,
  )
    .argument('<FILE>', 'File or folder of recorded posts, on the machine of the server.')
    .option('--speed <N>', 'Multiple of the recorded speed, 0.001 to 100,000 (default: 1).')
    .option('--admin <URL>', 'Admin listener of the server (default: the listener of ops_host and ops_port).')
    .addHelpText('after', HELP)
    .action(
      action<ReplayOptions, [string]>(streams, exit, async ({ config, output }, { speed, admin }, file) => {
        const times = speed === undefined ? {} : { speed: finiteOfFlag(speed, '--speed') }
        const server = testServer(config, admin)
        await startTraffic(server, '/test/replay', { file: resolve(file), ...times })
        const stop = new AbortController()
        const leave = onSignal(() => stop.abort())
        const ignore = obeyLines(server, streams)
        try {
          return close(output, await followTraffic(server, stop.signal, progressOf(output)))
        } finally {
          ignore()
          leave()
        }
      }),
    )
}

/** Number of queries of the server between two progress messages. */
const NOTE_EVERY = 20

function progressOf(output: Output): (state: TrafficState, clockSpeed: number) => void {
  let looks = 0
  return ({ state, position_ms, late_ms, published }, clockSpeed) => {
    looks += 1
    if (looks % NOTE_EVERY !== 1 || output.isJson) return
    const frozen = clockSpeed === 0 ? '; the clock of the server is frozen' : ''
    const late = late_ms > 1_000 ? `, ${Math.round(late_ms / 1_000)} s late` : ''
    output.note(
      `${state} at ${(position_ms / 1_000).toFixed(1)} s: ${String(published)} posts${late}${frozen}`,
    )
  }
}

function close(output: Output, traffic: TrafficState): number | undefined {
  const { published, skipped, deleted, rejected, rejection } = traffic
  output.result({ ...traffic }, [
    `Replayed ${Math.floor(traffic.position_ms / 1_000)} s (${traffic.state}): ${published} posts published, ${skipped} present already, ${deleted} deleted, ${rejected} rejected.`,
    ...(rejection === undefined ? [] : [`The first rejection: ${String(rejection)}`]),
    ...(traffic.error === undefined ? [] : [`It failed: ${traffic.error}`]),
  ])
  return traffic.state === 'failed' ? FAILED : undefined
}
