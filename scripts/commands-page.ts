/** Generates the page of all commands from their declarations. */
import { EXIT_CODES } from '../src/cli/exit-codes.ts'
import { type CommandNode, commandTree, runnableCommands } from '../src/cli/shell/command-tree.ts'
import { SETTINGS } from '../src/config.ts'
import { wholeProgram } from '../src/main.ts'

/** The parts of docs/commands.md. */
export async function commandsPage(): Promise<readonly string[]> {
  const streams = { out: process.stdout, err: process.stderr }
  const program = commandTree(await wholeProgram(streams, () => undefined))
  return [
    'Options that are settings are in [settings.md](settings.md). `aviary man` prints this page for `man`, and ' +
      '`aviary completion SHELL` the completion of a shell.',
    '## Exit codes',
    rows(['Code', 'Meaning'], EXIT_CODES),
    'Errors are lines on standard error that begin with `aviary: `. With `--json`, standard output has one JSON object; its keys are ' +
      'in snake case and have one meaning and one type in all commands, ids are strings, and the key `next` of a page is null on the last one.',
    ...runnableCommands(program).flatMap(commandParts),
  ]
}

function commandParts({ usage, description, arguments: args, options }: CommandNode): readonly string[] {
  const words = args
    .filter((argument) => argument.description !== '')
    .map((argument) => [`\`${argument.shown}\``, argument.description])
  const own = options
    .filter(({ names }) => !names.some(isGeneral))
    .map(({ flags, description: meaning }) => [`\`${flags}\``, meaning])
  const described = [...words, ...own]
  return [
    `## \`${usage}\``,
    description,
    ...(described.length === 0 ? [] : [rows(['Argument or option', 'Meaning'], described)]),
  ]
}

const SETTING_FLAGS = new Set(Object.keys(SETTINGS).map((name) => `--${name.replaceAll('_', '-')}`))

/** True for options that are settings, and for options that every command has. */
function isGeneral(name: string): boolean {
  return SETTING_FLAGS.has(name.replace(/^--no-/, '--')) || ['--config', '--json', '--help'].includes(name)
}

function rows(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [heads, heads.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}
