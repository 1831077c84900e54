/** Completion for zsh. */
import { allCommands, type CommandNode, type OptionNode } from './command-tree.ts'

/** The script. A user stores it in a directory of `fpath`, or sources it after `compinit`. */
export function zshCompletion(program: CommandNode): string {
  const commands = allCommands(program)
  const name = program.words.join(' ')
  const paths = commands.slice(1).map(({ words }) => `'${words.join(' ')}'`)
  return `#compdef ${name}
# Completion of ${name} for zsh: source <(${name} completion zsh)
_${name}() {
  local at='${name}' word
  local -a commands options arguments
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${paths.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${commands.flatMap((command) => command.options.filter(({ takesValue }) => takesValue).map((option) => valueCase(command, option))).join('\n')}
  esac
  case "$at" in
${commands.map((command) => wordsCase(command)).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  else
    (( ! $#commands )) || _describe command commands
    (( ! $#arguments )) || compadd -a arguments
  fi
}
if [ "$funcstack[1]" = '_${name}' ]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

function valueCase({ words }: CommandNode, { names, choices, takesFile }: OptionNode): string {
  const pattern = names.map((name) => `'${words.join(' ')} ${name}'`).join('|')
  if (choices.length > 0) return `    (${pattern}) compadd -- ${choices.join(' ')}; return ;;`
  return `    (${pattern}) ${takesFile ? '_files; ' : ''}return ;;`
}

function wordsCase(command: CommandNode): string {
  const described = command.commands.map(({ words, summary }) => quoted(`${words.at(-1)}:${summary}`))
  const options = command.options.flatMap(({ names, description }) =>
    names.map((name) => quoted(`${name}:${description}`)),
  )
  const choices = command.arguments.flatMap((argument) => argument.choices)
  const files = command.arguments.some(({ takesFile }) => takesFile) ? '[[ $PREFIX == -* ]] || _files' : ':'
  return [
    `    ('${command.words.join(' ')}')`,
    `      commands=(${described.join(' ')})`,
    `      options=(${options.join(' ')})`,
    `      arguments=(${choices.join(' ')})`,
    `      ${files} ;;`,
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
