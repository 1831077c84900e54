/** `aviary changes`: how a later day of the API changes the responses to an app’s requests. */
import type { Command } from 'commander'
import { API_DATE_FORM, isApiDate } from '../../lib/time/api-date.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { changesFor } from '../changes/compare.ts'
import { appOf, callsOf } from '../changes/read-log.ts'
import type { Streams } from '../output.ts'
import { action, standardCommand, UsageError } from '../run.ts'
import { testTokenOf } from '../test-server.ts'

interface ChangesOptions extends Record<string, unknown> {
  readonly app: string
  readonly until: string
  readonly from?: string
  readonly admin?: string
}

const SETTINGS = ['data', 'api_date', 'ops_host', 'ops_port', 'test_token'] as const

export function changesCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'changes',
    'Report what another day of the API changes for the logged requests of an app.',
    SETTINGS,
  )
    .requiredOption('--app <KEY>', 'Consumer key or id of the app.')
    .requiredOption('--until <DATE>', 'The other day of the API, such as 2020-10-12.')
    .option('--from <DATE>', 'The current day of the API (default: the day of the app, or api_date).')
    .option('--admin <URL>', 'Admin listener of the server (default: the listener of ops_host and ops_port).')
    .action(
      action<ChangesOptions, []>(streams, exit, async ({ config, output }, options) => {
        const { publicFamilies } = await import('../../api/_families.ts')
        const admin = options.admin ?? `http://${config.ops_host}:${config.ops_port}`
        const source = { admin: admin.replace(/\/$/, ''), token: testTokenOf(config) }
        const until = dayIn('--until', options.until)
        const app = await appOf(source, options.app)
        const from = dayIn('--from', options.from ?? app.date ?? config.api_date)
        const calls = await callsOf(source, app.id)
        const endpoints = publicFamilies().flatMap((family) => family.endpoints)
        const changes = changesFor(calls, endpoints, { from, until })
        const span = `from ${from} to ${until} for the app ${app.id} (requests in the log: ${calls.length})`
        output.result({ app_id: app.id, from, until, requests: calls.length, changes }, [
          changes.length === 0 ? `Nothing changes ${span}.` : `Changes ${span}:`,
          ...changes.map(({ text }) => `- ${text}`),
        ])
      }),
    )
}

/** A single day of the API. @throws {UsageError} for another value */
function dayIn(option: string, value: string): string {
  if (value === 'live') return new Date(systemClock.now()).toISOString().slice(0, 10)
  if (value !== 'latest' && isApiDate(value)) return value
  throw new UsageError(
    `${option} must be ${API_DATE_FORM.replace(' or latest', '').replace(', live', ' or live')}`,
  )
}
