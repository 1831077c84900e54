/** `aviary serve` and `aviary migrate`. */
import { Command } from 'commander'
import { SETTINGS, type SettingName } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { databaseAddress } from '../../db/open.ts'
import { createConsoleUser, hasConsoleAccount } from '../../domain/console/console-account.ts'
import type { Context } from '../../domain/context.ts'
import { loadLanguages } from '../../domain/posts/text/language.ts'
import { publicUrlOf } from '../../lib/server-address.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { openRuntime } from '../../runtime.ts'
import type { Streams } from '../output.ts'
import { action, standardCommand, withSettings } from '../run.ts'
import { endAtSignal, untilSignal } from '../signals.ts'

export function serveCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('serve').description('Run the server.')
  return withSettings(command, Object.keys(SETTINGS) as SettingName[]).action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      // The other commands start in half the time without it.
      const { startServer } = await import('../../server.ts')
      // Otherwise whoever writes the first post would hold everybody up for a quarter of a second.
      await loadLanguages()
      const letGo = endAtSignal()
      const server = await startServer(config, { onWait: (sentence) => output.note(sentence) }).finally(letGo)
      const where = config.database === '' ? `data in ${config.data}` : 'data in PostgreSQL'
      const greeting = await firstStart(server.runtime.context)
      // Listens before it speaks: whoever reads the first line may send a signal at once.
      const signalled = untilSignal()
      const outer = publicUrlOf(server.place)
      const reached = outer === server.url ? '' : `clients reach it at ${outer}; `
      output.note(`Aviary serves ${server.url} (${reached}${where}; operations at ${server.opsUrl}).`)
      for (const sentence of greeting) output.note(sentence)
      await signalled
      await server.close()
    }),
  )
}

const FIRST_ACCOUNT = 'aviary'
const FIRST_EMAIL = 'admin@localhost'
const PASSWORD_LENGTH = 20

/** A first start makes a console account; what to tell of it, its password this once, and what to do next. */
async function firstStart(context: Context): Promise<readonly string[]> {
  if (await hasConsoleAccount(context.store)) return []
  const password = randomAlphanumeric(context.random, PASSWORD_LENGTH)
  await createConsoleUser(context, {
    accountName: FIRST_ACCOUNT,
    email: FIRST_EMAIL,
    password,
    role: 'admin',
  })
  return [
    `A first console account, ${FIRST_ACCOUNT}: ${FIRST_EMAIL}, password ${password} (shown this once).`,
    'Next:',
    '  aviary user create NAME',
    '  aviary app create APP --owner NAME',
    '  aviary import follows FILE',
  ]
}

export function migrateCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('migrate', 'Bring the database to the version of this program.').action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      const { applied, version } = await migrate(databaseAddress(config), systemClock.now())
      // A new database gets its key at once: whatever looks at it next may ask which one that is.
      await (await openRuntime(config, { manner: 'command' })).close()
      output.result({ version, applied }, [
        applied.length === 0 ? `Already at ${version}.` : `Applied ${applied.join(', ')}; now at ${version}.`,
      ])
    }),
  )
}
