/** The common part of every command: settings, the runtime, errors and the exit code. */
import { statSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import {
  type Config,
  ConfigFaults,
  flagOf,
  processEnvironment,
  type ReadSettings,
  readSettings,
  SETTINGS,
  type SettingName,
  variableOf,
} from '../config.ts'
import { CONFIG_FILE, readConfigFile } from '../config-file.ts'
import { addressOf } from '../db/open.ts'
import { type Operator, Refusal, type RefusalReason } from '../domain/context.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { DONE, FAILED, WRONG_USAGE } from './exit-codes.ts'
import { explain } from './explain.ts'
import { createOutput, type Output, type Streams } from './output.ts'
import { keepRunning } from './signals.ts'

/** Refusals that depend only on the arguments, and not on the data. */
const WRONG_WORDS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'screen-name-invalid',
  'name-invalid',
  'name-too-long',
  'email-invalid',
  'password-too-short',
  'country-code-invalid',
  'callback-invalid',
  'app-url-invalid',
  'description-invalid',
  'account-name-invalid',
  'stream-name-invalid',
])

/** The actor of commands in the audit log. */
const COMMAND_LINE: Operator = { actor: 'command line' }

/** Thrown by commands for invalid arguments; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Invocation {
  readonly config: Config
  /** The source of each setting. */
  readonly sources: ReadSettings['sources']
  /** Path of the file of settings; undefined when there is none. */
  readonly configFile: string | undefined
  readonly output: Output
  readonly streams: Streams
}

/** Settings that every command takes. */
const COMMON: readonly SettingName[] = ['data', 'database', 'key', 'migrate']

/** Adds the flags of settings to a command. */
export function withSettings(command: Command, names: readonly SettingName[] = COMMON): Command {
  for (const name of names) {
    const { kind, shown, sentence } = SETTINGS[name]
    const flag = flagOf(name)
    if (kind.placeholder === undefined) addSwitch(command, name)
    else {
      const description = shown === 'none' ? sentence : `${sentence} (default: ${shown})`
      command.option(`${flag} <${kind.placeholder}>`, description)
    }
  }
  // A command with its own data directory reads no file of settings, because it must not use the database of a server.
  const readsFile = names.includes('data')
  if (readsFile) {
    command.option(
      '--config <FILE>',
      `File of settings, in YAML (default: AVIARY_CONFIG, else ${CONFIG_FILE} of the working directory if it exists)`,
    )
  }
  const [example] = names
  if (example === undefined) return command
  const inFile = readsFile ? `, and in the file of settings ${example}` : ''
  return command.addHelpText(
    'after',
    `\nYou can also set each setting by an environment variable: ${flagOf(example)} is ${variableOf(example)}${inFile}.`,
  )
}

/** Both spellings are accepted; the help shows the one that differs from the default. */
function addSwitch(command: Command, name: SettingName): void {
  const { fallback, sentence } = SETTINGS[name]
  const isOn = fallback === true
  const off = flagOf(name).replace('--', '--no-')
  const offSentence = `Switch this off: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
  command.addOption(new Option(flagOf(name), sentence).hideHelp(isOn))
  command.addOption(new Option(off, offSentence).hideHelp(!isOn))
}

/**
 * Adds a command that has a new name. The old name works for one more version, is not in the help, and writes a notice to
 * standard error.
 * @param make makes the command with a given name
 */
export function addRenamedCommand(
  parent: Command,
  streams: Streams,
  { name, oldName }: { readonly name: string; readonly oldName: string },
  make: (name: string) => Command,
): Command {
  const old = make(oldName).hook('preAction', () =>
    noteRenamed(streams, `the command "${oldName}"`, `"${name}"`),
  )
  return parent.addCommand(make(name)).addCommand(old, { hidden: true })
}

/** Warns on standard error that a word of the command line has a new name. */
export function noteRenamed({ err }: Pick<Streams, 'err'>, oldName: string, newName: string): void {
  err.write(`aviary: ${oldName} is now ${newName}; the old name will be removed in the next version\n`)
}

/** A command with these settings and the option `--json`. */
export function standardCommand(
  name: string,
  description: string,
  settings: readonly SettingName[] = COMMON,
): Command {
  return withSettings(new Command(name).description(description), settings).option(
    '--json',
    'Print one JSON object on standard output.',
  )
}

/**
 * Reads the settings, runs the work of a command and reports its errors. Sets the exit code of the process through `exit`:
 * the number that the work returns, else 0.
 */
export function action<
  Options extends Record<string, unknown>,
  Arguments extends readonly (string | undefined)[],
>(
  streams: Streams,
  exit: (code: number) => void,
  work: (invocation: Invocation, options: Options, ...args: Arguments) => Promise<unknown>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command
    const options = command.optsWithGlobals<Options>()
    const output = createOutput(streams, options['json'] === true)
    // The process is kept alive, because a timer of the clock does not do that while an import pauses between batches.
    const letExit = keepRunning()
    try {
      const environment = processEnvironment()
      const readsFile = command.options.some(({ long }) => long === '--config')
      const file = readsFile
        ? await readConfigFile(options['config'] as string | undefined, environment)
        : undefined
      const { config, sources } = readSettings(settingsIn(options), environment, file)
      const code = await work(
        { config, sources, configFile: file?.path, output, streams },
        options,
        ...(args.slice(0, -2) as readonly unknown[] as Arguments),
      )
      exit(typeof code === 'number' ? code : DONE)
    } catch (error) {
      exit(report(error, streams))
    } finally {
      letExit()
    }
  }
}

/** {@link action} for work that needs the database. @param validate checks the settings before the database is opened */
export function dataAction<
  Options extends Record<string, unknown>,
  Arguments extends readonly (string | undefined)[],
>(
  streams: Streams,
  exit: (code: number) => void,
  work: (runtime: Runtime, invocation: Invocation, options: Options, ...args: Arguments) => Promise<unknown>,
  validate: (config: Config) => void = () => undefined,
): (...args: unknown[]) => Promise<void> {
  return action<Options, Arguments>(streams, exit, async (invocation, options, ...args) => {
    validate(invocation.config)
    const runtime = await openRuntime(invocation.config, { manner: 'command' })
    const context = { ...runtime.context, operator: COMMAND_LINE }
    try {
      return await work({ ...runtime, context }, invocation, options, ...args)
    } finally {
      await runtime.close()
    }
  })
}

/** {@link dataAction} for work that needs existing data: a wrong path is an error and creates no database. */
export function existingDataAction<
  Options extends Record<string, unknown>,
  Arguments extends readonly (string | undefined)[],
>(
  streams: Streams,
  exit: (code: number) => void,
  work: (runtime: Runtime, invocation: Invocation, options: Options, ...args: Arguments) => Promise<unknown>,
): (...args: unknown[]) => Promise<void> {
  return dataAction<Options, Arguments>(streams, exit, work, requireDatabase)
}

function requireDatabase(config: Config): void {
  const { url, file } = addressOf(config)
  // Throws when this user may not read the directory.
  if (url !== '' || statSync(file, { throwIfNoEntry: false }) !== undefined) return
  throw new Error(`there is no database in ${config.data}; name the right directory with --data`)
}

/** A numeric id from the command line. @throws {UsageError} */
export function idArgument(text: string, name: string): bigint {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) >= 2n ** 63n) {
    throw new UsageError(`${name} takes a numeric id, not ${JSON.stringify(text)}`)
  }
  return BigInt(text)
}

/** The id of a user or another thing, which is above 0. @throws {UsageError} */
export function givenIdOf(text: string, name: string): bigint {
  const id = idArgument(text, name)
  if (id > 0n) return id
  throw new UsageError(`${name} takes an id above 0, not ${JSON.stringify(text)}`)
}

/** Writes an error to standard error, as sentences. @returns the exit code */
export function report(error: unknown, { err }: Streams): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
  if (error instanceof ConfigFaults) {
    for (const fault of error.faults) err.write(`aviary: ${fault}\n`)
    return WRONG_USAGE
  }
  err.write(`aviary: ${explain(error)}\n`)
  const isUsage = error instanceof UsageError || (error instanceof Refusal && WRONG_WORDS.has(error.reason))
  return isUsage ? WRONG_USAGE : FAILED
}

/** The settings among the options of a command. */
export function settingsIn(options: Record<string, unknown>): Record<string, string | boolean | undefined> {
  const settings: Record<string, string | boolean | undefined> = {}
  for (const name of Object.keys(SETTINGS)) {
    const value = options[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
    if (typeof value === 'string' || typeof value === 'boolean') settings[name] = value
  }
  return settings
}
