/** The command line: `aviary <command>`. */
import { Command } from 'commander'
import { appCommand, tokenCommand } from './cli/commands/app.ts'
import { backupCommand, restoreCommand, verifyCommand } from './cli/commands/backup.ts'
import { complianceCommand } from './cli/commands/compliance.ts'
import { consoleCommand, projectCommand } from './cli/commands/console.ts'
import { demoCommand } from './cli/commands/demo.ts'
import { exportCommand, importCommand } from './cli/commands/import.ts'
import { postCommand } from './cli/commands/post.ts'
import { migrateCommand, serveCommand } from './cli/commands/serve.ts'
import { streamAccountCommand } from './cli/commands/stream-account.ts'
import { userCommand } from './cli/commands/user.ts'
import { webhookCommand } from './cli/commands/webhook.ts'
import type { Streams } from './cli/output.ts'
import { report } from './cli/run.ts'
import { programVersion } from './lib/program-version.ts'

/** Runs one command; resolves with the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(
  argv: readonly string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let code = 0
  const exit = (given: number) => {
    code = given
  }
  endWithReader(streams)
  const program = new Command('aviary')
    .description('A self-hosted server that speaks the Social Data API of a short-post network.')
    .version(programVersion(), '--version', 'Say which version this is.')
    .showHelpAfterError('(add --help for what is accepted)')
    .addHelpText(
      'after',
      '\nBegin with "aviary demo", a server over a generated network, or "aviary serve", one of your own.',
    )
  for (const make of [
    serveCommand,
    demoCommand,
    userCommand,
    postCommand,
    appCommand,
    tokenCommand,
    projectCommand,
    consoleCommand,
    streamAccountCommand,
    webhookCommand,
    complianceCommand,
    importCommand,
    exportCommand,
    migrateCommand,
    backupCommand,
    restoreCommand,
    verifyCommand,
  ]) {
    program.addCommand(make(streams, exit))
  }
  exitInsteadOfKilling(program, streams)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    return report(error, streams)
  }
}

/** A reader that has seen enough, such as `head`, ends a command and is no failure of it. */
function endWithReader({ out, err }: Streams): void {
  for (const stream of [out, err]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
}

function exitInsteadOfKilling(command: Command, streams: Streams): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: (text) => streams.out.write(text),
    writeErr: (text) => streams.err.write(text),
  })
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    exitInsteadOfKilling(child, streams)
  }
}
