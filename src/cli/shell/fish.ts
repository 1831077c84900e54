/** Completion for fish. */
import { allCommands, type CommandNode, type OptionNode } from './command-tree.ts'

/** The script, a file for `~/.config/fish/completions`. */
export function fishCompletion(program: CommandNode): string {
  const commands = allCommands(program)
  const name = program.words.join(' ')
  const paths = commands.slice(1).map(({ words }) => quoted(words.join(' ')))
  return `# Completion of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish
function __${name}_at
    set -l at ${name}
    for word in (commandline -opc)[2..-1]
        if contains -- "$at $word" ${paths.join(' ')}
            set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
complete -c ${name} -f
${commands.flatMap((command) => linesOf(name, command)).join('\n')}
`
}

function linesOf(name: string, command: CommandNode): readonly string[] {
  const here = `complete -c ${name} -n ${quoted(`__${name}_at ${command.words.join(' ')}`)}`
  const choices = command.arguments.flatMap((argument) => argument.choices)
  return [
    ...command.commands.map(({ words, summary }) => `${here} -a ${words.at(-1)} -d ${quoted(summary)}`),
    ...command.options.map((option) => `${here} ${optionWords(option)} -d ${quoted(option.description)}`),
    ...(choices.length > 0 ? [`${here} -a ${quoted(choices.join(' '))}`] : []),
    ...(command.arguments.some(({ takesFile }) => takesFile) ? [`${here} -F`] : []),
  ]
}

function optionWords({ names, choices, takesValue, takesFile }: OptionNode): string {
  const spelled = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  if (choices.length > 0) spelled.push(`-x -a ${quoted(choices.join(' '))}`)
  else if (takesValue) spelled.push(takesFile ? '-r -F' : '-x')
  return spelled.join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
