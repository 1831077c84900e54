/** The common part of all commands: settings, the runtime, errors and the exit code. */
import { statSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import {
  type Config,
  flagOf,
  processEnvironment,
  type ReadSettings,
  readSettings,
  SETTINGS,
  type SettingName,
  variableOf,
} from '../config.ts'
import { ConfigFaults } from '../config-faults.ts'
import { CONFIG_FILE, readConfigFile } from '../config-file.ts'
import { addressOf } from '../db/open.ts'
import { type Operator, Refusal, type RefusalReason } from '../domain/context.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { DONE, FAILED, WRONG_USAGE } from './exit-codes.ts'
import { explain } from './explain.ts'
import { createOutput, type Output, type Streams } from './output.ts'
import { keepRunning } from './signals.ts'

/** Refusals that depend only on the arguments, not on the content of the database. Their exit code is 2. */
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

/** The actor in the audit entries that commands write. */
const COMMAND_LINE: Operator = { actor: 'command line' }

/** Thrown by commands for invalid arguments. Its exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Invocation {
  readonly config: Config
  /** The source of each setting. */
  readonly sources: ReadSettings['sources']
  /** Path of the settings file; undefined if there is no settings file. */
  readonly configFile: string | undefined
  readonly output: Output
  readonly streams: Streams
}

/** The settings of a command that names no settings. They are enough to open the database. */
const COMMON: readonly SettingName[] = ['data', 'database', 'key', 'migrate']

/** Adds flags for the given settings to a command. */
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
  // A command without the setting `data` makes its own data directory. Such a command reads no settings file,
  // because the file may name the database of a server.
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

/**
 * Adds the flags `--x` and `--no-x` for a setting. The help shows only the flag that changes the default
 * value.
 */
function addSwitch(command: Command, name: SettingName): void {
  const { fallback, sentence } = SETTINGS[name]
  const isOn = fallback === true
  const off = flagOf(name).replace('--', '--no-')
  const offSentence = `Switch this off: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
  command.addOption(new Option(flagOf(name), sentence).hideHelp(isOn))
  command.addOption(new Option(off, offSentence).hideHelp(!isOn))
}

/**
 * Adds a command that has been renamed. The old name works for one more version and does not appear in the help. Its
 * use writes a notice to standard error.
 * @param make a function that makes the command with a given name
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

/** Writes a notice about a renamed word of the command line to standard error. */
export function noteRenamed({ err }: Pick<Streams, 'err'>, oldName: string, newName: string): void {
  err.write(`aviary: ${oldName} is now ${newName}; the old name will be removed in the next version\n`)
}

/** A command with the flags of `settings` and the option `--json`. */
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
 * Reads the settings, runs the work of a command, and reports errors. Calls `exit` with the exit code: the number that
 * the work returns, otherwise 0.
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
    // Timers of the clock do not keep the process alive; without this hold, the process would end while an import
    // pauses between batches.
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

/**
 * Like {@link action}, for work that needs the database. @param validate checks the settings before the database is
 * opened
 */
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

/**
 * Like {@link dataAction}, for work that needs an existing database. A missing SQLite file is an error,
 * because the command creates no database.
 */
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
  // `stat` throws when the user of the process has no permission to read the directory.
  if (url !== '' || statSync(file, { throwIfNoEntry: false }) !== undefined) return
  throw new Error(`there is no database in ${config.data}; name the right directory with --data`)
}

/** Parses a numeric id. @throws {UsageError} */
export function idArgument(text: string, name: string): bigint {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) >= 2n ** 63n) {
    throw new UsageError(`${name} takes a numeric id, not ${JSON.stringify(text)}`)
  }
  return BigInt(text)
}

/** Parses an id greater than 0. @throws {UsageError} */
export function givenIdOf(text: string, name: string): bigint {
  const id = idArgument(text, name)
  if (id > 0n) return id
  throw new UsageError(`${name} takes an id above 0, not ${JSON.stringify(text)}`)
}

/** Writes an error to standard error. @returns the exit code */
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

/** The options that are settings. */
export function settingsIn(options: Record<string, unknown>): Record<string, string | boolean | undefined> {
  const settings: Record<string, string | boolean | undefined> = {}
  for (const name of Object.keys(SETTINGS)) {
    const value = options[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
    if (typeof value === 'string' || typeof value === 'boolean') settings[name] = value
  }
  return settings
}
