/** Completion for bash. */
import { allCommands, type CommandNode, type OptionNode } from './command-tree.ts'

/** The script. It runs with bash 3.2 and newer, without other packages. */
export function bashCompletion(program: CommandNode): string {
  const commands = allCommands(program)
  const name = program.words.join(' ')
  const paths = commands.slice(1).map(({ words }) => `'${words.join(' ')}'`)
  return `# Completion of ${name} for bash: source <(${name} completion bash)
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='${name}' word words
  # "--limits=off" is three words.
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${paths.join('|')}) path="$path $word" ;;
    esac
  done
  COMPREPLY=()
  case "$path $prev" in
${commands.flatMap((command) => command.options.filter(({ takesValue }) => takesValue).map((option) => valueCase(command, option))).join('\n')}
  esac
  case "$path" in
${commands.map((command) => wordsCase(command)).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  # Without a match, bash completes names of files (-o default).
}
complete -o default -F _${name} ${name}
`
}

function valueCase({ words }: CommandNode, { names, choices, takesFile }: OptionNode): string {
  const pattern = names.map((name) => `'${words.join(' ')} ${name}'`).join('|')
  if (choices.length > 0) {
    return `    ${pattern}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); return ;;`
  }
  // Aviary completes no value for other options.
  return `    ${pattern}) ${takesFile ? '' : 'compopt +o default 2>/dev/null; '}return ;;`
}

function wordsCase(command: CommandNode): string {
  const names = command.options.flatMap((option) => option.names)
  const below = command.commands.map(({ words }) => words.at(-1))
  const takesFile = command.arguments.some((argument) => argument.takesFile)
  const choices = [...below, ...command.arguments.flatMap((argument) => argument.choices)]
  const noFiles = takesFile ? '' : ' compopt +o default 2>/dev/null ;'
  return `    '${command.words.join(' ')}') if [[ $cur == -* ]]; then words='${names.join(' ')}'; else words='${choices.join(' ')}'; fi ;${noFiles};`
}
