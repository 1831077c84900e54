/** The commands, options and arguments of the command line, read from the declarations for commander. */
import type { Argument, Command, Option } from 'commander'

export interface CommandNode {
  /** Program and names of the command, such as `['aviary', 'user', 'create']`. */
  readonly words: readonly string[]
  readonly description: string
  /** A description of one sentence, for lists of commands. */
  readonly summary: string
  readonly usage: string
  readonly arguments: readonly ArgumentNode[]
  readonly options: readonly OptionNode[]
  readonly commands: readonly CommandNode[]
}

interface ArgumentNode {
  /** The argument in the usage line, such as `<file>` or `[files...]`. */
  readonly shown: string
  readonly description: string
  /** The accepted values, if the declaration lists them. */
  readonly choices: readonly string[]
  readonly takesFile: boolean
}

export interface OptionNode {
  /** The flag, such as `--port`; an option with a short form has both, such as `-p`. */
  readonly names: readonly string[]
  /** The option in the help, such as `--port <PORT>`. */
  readonly flags: string
  readonly description: string
  /** False for a switch. */
  readonly takesValue: boolean
  /** The accepted values, if the declaration lists them. */
  readonly choices: readonly string[]
  readonly takesFile: boolean
}

/** Placeholders for values that are paths. */
const PATHS = /^\[?<?(?:PATH|FILE|DIR|FOLDER|file|files|folder|path|archive)/i

/** Reads a command with its subcommands, without commands and options that the help hides. */
export function commandTree(command: Command, above: readonly string[] = []): CommandNode {
  const words = [...above, command.name()]
  const help = command.createHelp()
  const commands = help.visibleCommands(command).filter(({ name }) => name.call(command) !== '')
  return {
    words,
    description: command.description(),
    summary: command.summary() || command.description(),
    usage: `${words.join(' ')} ${command.usage()}`.trim(),
    arguments: command.registeredArguments.map(argumentNode),
    options: help.visibleOptions(command).map(optionNode),
    commands: commands.filter((child) => child.name() !== 'help').map((child) => commandTree(child, words)),
  }
}

function argumentNode(argument: Argument): ArgumentNode {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return {
    shown: argument.required ? `<${name}>` : `[${name}]`,
    description: argument.description,
    choices: argument.argChoices ?? choicesIn(argument.name()),
    takesFile: PATHS.test(argument.name()),
  }
}

function optionNode({ short, long, flags, description }: Option): OptionNode {
  const value = /[<[](.+?)[>\]]/.exec(flags)?.[1] ?? ''
  return {
    names: [short, long].filter((name) => name != null),
    flags,
    description,
    takesValue: value !== '',
    choices: choicesIn(value),
    takesFile: PATHS.test(value),
  }
}

/** The choices in a placeholder, for example in `in|out`. */
function choicesIn(placeholder: string): readonly string[] {
  return /^[a-z0-9_-]+(\|[a-z0-9_-]+)+$/.test(placeholder) ? placeholder.split('|') : []
}

/** A command and its subcommands, in the order of the help. */
export function allCommands(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allCommands)]
}

/** The commands that can run: commands without subcommands, and groups that take arguments, such as `import`. */
export function runnableCommands(node: CommandNode): readonly CommandNode[] {
  return allCommands(node).filter(({ commands, arguments: args }) => commands.length === 0 || args.length > 0)
}
