/** `aviary serve` and `aviary migrate`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Command as CommandClass } from 'commander'
import { SETTINGS, type SettingName } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { DATABASE_FILE, databaseAddress } from '../../db/open.ts'
import { systemClock } from '../../lib/clock.ts'
import { startServer } from '../../server.ts'
import type { Streams } from '../output.ts'
import { action, standardCommand, withSettings } from '../run.ts'
import { untilSignal } from '../signals.ts'

export function serveCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new CommandClass('serve').description('Run the server.')
  return withSettings(command, Object.keys(SETTINGS) as SettingName[]).action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      const isFirst = config.database === '' && !existsSync(join(config.data, DATABASE_FILE))
      const server = await startServer(config)
      output.note(
        `Aviary serves ${server.url} (data: ${config.database === '' ? config.data : 'PostgreSQL'}).`,
      )
      if (isFirst) {
        output.note('This is a new database. Next:')
        output.note('  aviary user create NAME')
        output.note('  aviary app create APP --owner NAME')
      }
      await untilSignal()
      await server.close()
    }),
  )
}

export function migrateCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('migrate', 'Bring the database to the version of this program.').action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      const { applied, version } = await migrate(databaseAddress(config), systemClock.now())
      output.result({ version, applied }, [
        applied.length === 0 ? `Already at ${version}.` : `Applied ${applied.join(', ')}; now at ${version}.`,
      ])
    }),
  )
}
