/** The command line: `aviary <command>`. */
import { Command } from 'commander'
import { endAfterStop } from './cli/end-of-server.ts'
import type { Streams } from './cli/output.ts'
import { report } from './cli/run.ts'
import { refuseForeignFlags, withCommandOfFlag } from './cli/unknown-flags.ts'
import { programVersion } from './lib/package/program-version.ts'
import { systemClock } from './lib/time/clock.ts'

type MakeCommand = (streams: Streams, exit: (code: number) => void) => Command

/**
 * Commands in the order of the help text. The module of a command is loaded when it is needed, because loading all
 * modules takes longer than most commands.
 */
const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  serve: async () => (await import('./cli/commands/serve.ts')).serveCommand,
  demo: async () => (await import('./cli/commands/demo.ts')).demoCommand,
  test: async () => (await import('./cli/commands/test.ts')).testCommand,
  grade: async () => (await import('./cli/commands/test-mode/grade.ts')).gradeCommand,
  changes: async () => (await import('./cli/commands/changes.ts')).changesCommand,
  simulate: async () => (await import('./cli/commands/test-mode/simulate.ts')).simulateCommand,
  replay: async () => (await import('./cli/commands/test-mode/replay.ts')).replayCommand,
  init: async () => (await import('./cli/commands/setup/init.ts')).initCommand,
  user: async () => (await import('./cli/commands/user.ts')).userCommand,
  invitation: async () => (await import('./cli/commands/members/sign-up.ts')).invitationCommand,
  'sign-up': async () => (await import('./cli/commands/members/sign-up.ts')).signUpCommand,
  post: async () => (await import('./cli/commands/post.ts')).postCommand,
  app: async () => (await import('./cli/commands/app.ts')).appCommand,
  token: async () => (await import('./cli/commands/app.ts')).tokenCommand,
  project: async () => (await import('./cli/commands/console.ts')).projectCommand,
  console: async () => (await import('./cli/commands/console.ts')).consoleCommand,
  'proxy-hint': async () => (await import('./cli/commands/setup/proxy-hint.ts')).proxyHintCommand,
  'stream-account': async () => (await import('./cli/commands/stream-account.ts')).streamAccountCommand,
  webhook: async () => (await import('./cli/commands/webhook.ts')).webhookCommand,
  report: async () => (await import('./cli/commands/operators/report.ts')).reportCommand,
  audit: async () => (await import('./cli/commands/operators/audit.ts')).auditCommand,
  nodes: async () => (await import('./cli/commands/operators/nodes.ts')).nodesCommand,
  failed: async () => (await import('./cli/commands/failed.ts')).failedCommand,
  compliance: async () => (await import('./cli/commands/compliance.ts')).complianceCommand,
  import: async () => (await import('./cli/commands/import.ts')).importCommand,
  export: async () => (await import('./cli/commands/export.ts')).exportCommand,
  migrate: async () => (await import('./cli/commands/serve.ts')).migrateCommand,
  backup: async () => (await import('./cli/commands/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/commands/backup.ts')).restoreCommand,
  verify: async () => (await import('./cli/commands/backup.ts')).verifyCommand,
  config: async () => (await import('./cli/commands/setup/config.ts')).configCommand,
  completion: async () => (await import('./cli/commands/setup/completion.ts')).completionCommand,
  man: async () => (await import('./cli/commands/setup/completion.ts')).manCommand,
}

/** Runs one command. Resolves with the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function main(
  argv: readonly string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let code = 0
  const exit = (exitCode: number) => {
    code = exitCode
  }
  const isServer = SERVERS.has(argv[0] ?? '')
  for (const stream of [streams.out, streams.err]) {
    stream.on('error', (error) => onFailedOutput(error, stream === streams.out, isServer, streams))
  }
  const program = programOf(await commandsFor(argv), streams, exit)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    return report(error, streams)
  }
}

/**
 * Limits the time until the process of a server ends after {@link main}. Other commands have no such limit, so that
 * they can write all of their output.
 */
export function endOfProcess(argv: readonly string[]): void {
  if (SERVERS.has(argv[0] ?? '')) endAfterStop({ err: process.stderr }, systemClock)
}

/** The declarations of all commands, for shell completion, the manual page and the documents. */
export async function wholeProgram(streams: Streams, exit: (code: number) => void): Promise<Command> {
  return programOf(await commandsFor([]), streams, exit)
}

function programOf(makers: readonly MakeCommand[], streams: Streams, exit: (code: number) => void): Command {
  const program = new Command('aviary')
    .description('A self-hosted server that speaks the Social Data API of a short-post network.')
    .version(programVersion(), '--version', 'Print the version.')
    .showHelpAfterError('(run with --help to see the arguments)')
    .addHelpText(
      'after',
      '\nStart with "aviary demo" for a server over a generated network, with "aviary serve" for an empty one, or with "aviary test" for tests of a client.',
    )
  for (const make of makers) program.addCommand(make(streams, exit))
  program.hook('preAction', (_, command) => refuseForeignFlags(command))
  exitInsteadOfKilling(program, streams)
  return program
}

/** Loads the command that the arguments name; for a command that describes other commands, loads all commands. */
function commandsFor([word = '']: readonly string[]): Promise<readonly MakeCommand[]> {
  if (word === '--version') return Promise.resolve([])
  const named = Object.hasOwn(COMMANDS, word) && !ABOUT_ALL.has(word) ? COMMANDS[word] : undefined
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()))
}

/** Names of commands that describe all commands. */
const ABOUT_ALL = new Set(['completion', 'man'])

const SERVERS = new Set(['serve', 'demo', 'test'])

/**
 * Handles an error of the output. A server ignores it. A command ends without an error when the reader of the pipe,
 * such as `head`, closes the pipe. If another reason prevents the output, the command fails. Errors of standard error
 * are ignored.
 */
function onFailedOutput(
  error: NodeJS.ErrnoException,
  isResult: boolean,
  isServer: boolean,
  streams: Streams,
): void {
  if (isServer) return
  if (error.code === 'EPIPE') process.exit()
  if (!isResult) return
  const message = `the result cannot be written (${error.message}); free some disk space, or write it elsewhere`
  process.exit(report(new Error(message, { cause: error }), streams))
}

function exitInsteadOfKilling(command: Command, streams: Streams): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: (text) => streams.out.write(text),
    writeErr: (text) => streams.err.write(text),
    outputError: (text, write) => write(withCommandOfFlag(command, text).replace(/^error: /, 'aviary: ')),
  })
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    exitInsteadOfKilling(child, streams)
  }
}
