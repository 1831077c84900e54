/** `aviary serve` and `aviary migrate`. */
import { isatty } from 'node:tty'
import { Command } from 'commander'
import { processEnvironment, SETTINGS, type SettingName } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { databaseAddress } from '../../db/open.ts'
import { exportLine } from '../../demo/paste.ts'
import { loadLanguages } from '../../domain/posts/text/language.ts'
import { returnMemoryWhenIdle } from '../../lib/heap/return-memory.ts'
import { publicUrlOf } from '../../lib/server-address.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openRuntime } from '../../runtime.ts'
import type { Server } from '../../server.ts'
import { openTracing } from '../../telemetry/open-tracing.ts'
import { RESOLVE_HINT, resolveHint, resolveLines } from '../client-hints/resolve.ts'
import { trustLines } from '../client-hints/trust.ts'
import { firstLink } from '../console-link.ts'
import type { Streams } from '../output.ts'
import { action, standardCommand, withSettings } from '../run.ts'
import { endAtSignal, takeHangUps } from '../signals.ts'
import { untilStopped } from '../until-stopped.ts'

export function serveCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('serve').description('Run the server.')
  command.option('--resolve-hint', RESOLVE_HINT)
  return withSettings(command, Object.keys(SETTINGS) as SettingName[]).action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, sources, output }, options) => {
      // This import is dynamic, because loading the module would double the start time of other commands.
      const { startServer } = await import('../../server.ts')
      // Loading the language detection takes a quarter of a second. If it were loaded for the first post, all
      // requests would wait during that time.
      await loadLanguages()
      // SIGHUP reloads the certificate, except on a terminal, where SIGHUP means that the terminal has closed.
      const hangUps = config.tls_cert !== '' && !isatty(0) ? takeHangUps() : undefined
      const removeHandlers = endAtSignal()
      const server = await startServer(config, {
        sources,
        onWait: (sentence) => output.note(sentence),
        openTracing: (logger) => openTracing(processEnvironment(), logger),
      }).finally(removeHandlers)
      const where = config.database === '' ? `data in ${config.data}` : 'data in PostgreSQL'
      const greeting = await firstStart(server)
      // The signal handlers are installed before the first output, because a program that reads the output may send a
      // signal immediately.
      const stopped = untilStopped(server, streams, hangUps)
      hangUps?.handle(() => server.renewCertificate())
      returnMemoryWhenIdle(systemClock)
      const publicUrl = publicUrlOf(server.place)
      const forClients = publicUrl === server.url ? '' : `clients use ${publicUrl}; `
      output.note(`Aviary serves ${server.url} (${forClients}${where}; admin listener at ${server.opsUrl}).`)
      if (server.proxy !== undefined) {
        output.note(`For clients with built-in host names: ${exportLine(server.proxy)}`)
      }
      for (const line of trustLines(server.ownTls)) output.note(line)
      if (options['resolveHint'] === true) {
        for (const line of resolveLines(await resolveHint(server.place, config.host))) output.note(line)
      }
      for (const sentence of greeting) output.note(sentence)
      if (server.testControls !== undefined) output.note(TEST_MODE)
      const code = await stopped
      await server.close()
      return code
    }),
  )
}

const TEST_MODE =
  'TEST CONTROLS ARE ON (--test-controls): this server is for tests; never run it in production.'

/**
 * A link that signs in to the console, and a list of next steps. They are shown until a console user has another way to
 * sign in.
 */
async function firstStart({ runtime: { context }, place }: Server): Promise<readonly string[]> {
  const link = await firstLink(context, place)
  if (link === undefined) return []
  return [
    `Sign in to the console with this link; it works once, within 24 hours: ${link}`,
    'Make another link with "aviary console link". Next, in the console or here:',
    '  aviary user create NAME',
    '  aviary app create APP --owner NAME',
    '  aviary import follows FILE',
  ]
}

export function migrateCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('migrate', 'Update the database schema to the version of this program.').action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      const { applied, version } = await migrate(databaseAddress(config), systemClock.now())
      // The key of a new database is created now, because the next command may need it.
      await (await openRuntime(config, { manner: 'command' })).close()
      output.result({ schema_version: version, applied }, [
        applied.length === 0
          ? `The schema is already at ${version}.`
          : `Applied ${applied.join(', ')}; the schema is now at ${version}.`,
      ])
    }),
  )
}
