/** What every command does around its work: settings, the runtime, errors, the exit code. */
import { statSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import {
  type Config,
  ConfigFaults,
  flagOf,
  processEnvironment,
  readConfig,
  SETTINGS,
  type SettingName,
  variableOf,
} from '../config.ts'
import { addressOf } from '../db/open.ts'
import { Refusal, type RefusalReason } from '../domain/context.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { explain } from './explain.ts'
import { createOutput, type Output, type Streams } from './output.ts'
import { keepRunning } from './signals.ts'

export const DONE = 0
export const FAILED = 1
export const WRONG_USAGE = 2

/** Refusals of the words themselves, whatever the data. */
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

/** Thrown by commands for words that make no sense; ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Invocation {
  readonly config: Config
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
  const [example] = names
  if (example === undefined) return command
  return command.addHelpText(
    'after',
    `\nA setting may also be given as a variable: ${flagOf(example)} is ${variableOf(example)}.`,
  )
}

/** Both spellings are accepted; help shows the one that changes something. */
function addSwitch(command: Command, name: SettingName): void {
  const { fallback, sentence } = SETTINGS[name]
  const isOn = fallback === true
  const off = flagOf(name).replace('--', '--no-')
  const offSentence = `Switch this off: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
  command.addOption(new Option(flagOf(name), sentence).hideHelp(isOn))
  command.addOption(new Option(off, offSentence).hideHelp(!isOn))
}

/** A command with these settings, and `--json`. */
export function standardCommand(
  name: string,
  description: string,
  settings: readonly SettingName[] = COMMON,
): Command {
  return withSettings(new Command(name).description(description), settings).option(
    '--json',
    'One JSON object on standard output.',
  )
}

/**
 * Runs a command's work with settings read and errors told. Sets the process's exit code through `exit`: the number
 * that the work returns, else 0.
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
    // An import beside a server rests between its batches, with nothing open but a timer of the clock.
    const letGo = keepRunning()
    try {
      const config = readConfig(settingsIn(options), processEnvironment())
      const code = await work(
        { config, output, streams },
        options,
        ...(args.slice(0, -2) as readonly unknown[] as Arguments),
      )
      exit(typeof code === 'number' ? code : DONE)
    } catch (error) {
      exit(report(error, streams))
    } finally {
      letGo()
    }
  }
}

/** As {@link action}, for work that needs the database. */
export function dataAction<
  Options extends Record<string, unknown>,
  Arguments extends readonly (string | undefined)[],
>(
  streams: Streams,
  exit: (code: number) => void,
  work: (runtime: Runtime, invocation: Invocation, options: Options, ...args: Arguments) => Promise<unknown>,
  check: (config: Config) => void = () => undefined,
): (...args: unknown[]) => Promise<void> {
  return action<Options, Arguments>(streams, exit, async (invocation, options, ...args) => {
    check(invocation.config)
    const runtime = await openRuntime(invocation.config, { manner: 'command' })
    try {
      return await work(runtime, invocation, options, ...args)
    } finally {
      await runtime.close()
    }
  })
}

/** As {@link dataAction}, for work that makes sense only where there is data: a wrong path makes no new database. */
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
  // Throws when nobody can say, because the directory is closed to this user.
  if (url !== '' || statSync(file, { throwIfNoEntry: false }) !== undefined) return
  throw new Error(`there is no database in ${config.data}; name the right directory with --data`)
}

/** A numeric id given on the command line. @throws {UsageError} */
export function idArgument(text: string, name: string): bigint {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) >= 2n ** 63n) {
    throw new UsageError(`${name} takes a numeric id, not ${JSON.stringify(text)}`)
  }
  return BigInt(text)
}

/** Tells of an error in sentences and gives the exit code. */
export function report(error: unknown, { err }: Streams): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
  if (error instanceof ConfigFaults) {
    for (const fault of error.faults) err.write(`${fault}\n`)
    return WRONG_USAGE
  }
  err.write(`aviary: ${explain(error)}\n`)
  const isUsage = error instanceof UsageError || (error instanceof Refusal && WRONG_WORDS.has(error.reason))
  return isUsage ? WRONG_USAGE : FAILED
}

function settingsIn(options: Record<string, unknown>): Record<string, string | boolean | undefined> {
  const settings: Record<string, string | boolean | undefined> = {}
  for (const name of Object.keys(SETTINGS)) {
    const value = options[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
    if (typeof value === 'string' || typeof value === 'boolean') settings[name] = value
  }
  return settings
}
