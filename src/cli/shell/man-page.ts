/** The manual page, in the macros of man(7). */
import { SETTINGS, type SettingName } from '../../config.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { type CommandNode, type OptionNode, runnableCommands } from './command-tree.ts'

const FILES: readonly (readonly [name: string, meaning: string])[] = [
  [
    'aviary.yaml',
    'Settings, read from the working directory unless --config or AVIARY_CONFIG names another file.',
  ],
  ['data/', 'The data directory (--data): database, key, media, operator token.'],
]

/** The page `aviary(1)`. Options that are settings are described once, in a separate section. */
export function manPage(program: CommandNode, version: string): string {
  const name = program.words.join(' ')
  return `${[
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "User commands"`,
    '.SH NAME',
    `${name} \\- ${escaped(lowerFirst(program.description.replace(/\.$/, '')))}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    `${escaped(program.description)}`,
    '.SH COMMANDS',
    'Options of settings are in the section SETTINGS.',
    ...runnableCommands(program).flatMap(commandLines),
    '.SH SETTINGS',
    'A flag takes precedence over a variable, a variable over the file of settings, and the file over the default.',
    ...settingOptions(program).flatMap(optionLines),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => tagged(`.B ${escaped(code)}`, meaning)),
    '.SH ENVIRONMENT',
    ...tagged('.B AVIARY_CONFIG', 'The file of settings.'),
    ...tagged('.BI AVIARY_ NAME', 'The setting of that name: AVIARY_OPS_PORT is --ops-port.'),
    '.SH FILES',
    ...FILES.flatMap(([file, meaning]) => tagged(`.I ${escaped(file)}`, meaning)),
  ].join('\n')}\n`
}

function commandLines(command: CommandNode): readonly string[] {
  return [
    `.SS ${escaped(command.usage)}`,
    escaped(command.description),
    ...command.arguments
      .filter(({ description }) => description !== '')
      .flatMap(({ shown, description }) => tagged(`.I ${escaped(shown)}`, description)),
    ...command.options.filter((option) => !isSetting(option)).flatMap(optionLines),
  ]
}

/** The options of `serve`, which include all settings. */
function settingOptions(program: CommandNode): readonly OptionNode[] {
  const serve = program.commands.find(({ words }) => words.at(-1) === 'serve')
  return serve?.options.filter(isSetting) ?? []
}

const SETTING_FLAGS: ReadonlySet<string> = new Set([
  '--config',
  ...(Object.keys(SETTINGS) as SettingName[]).map((name) => `--${name.replaceAll('_', '-')}`),
])

function isSetting({ names }: OptionNode): boolean {
  return names.some((name) => SETTING_FLAGS.has(name) || SETTING_FLAGS.has(name.replace('--no-', '--')))
}

function optionLines({ flags, description }: OptionNode): readonly string[] {
  return tagged(`.B ${escaped(flags)}`, description)
}

function tagged(tag: string, text: string): readonly string[] {
  return ['.TP', tag, escaped(text)]
}

/** Escapes a text for troff. In the result, no line starts with a troff request, and hyphens can be copied. */
function escaped(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
