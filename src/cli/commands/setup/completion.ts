/**
 * `aviary completion SHELL` and `aviary man`: print a completion script for a shell, and the manual page.
 * Both are generated from the declarations of all commands.
 */
import { Argument, Command } from 'commander'
import { programVersion } from '../../../lib/package/program-version.ts'
import { DONE } from '../../exit-codes.ts'
import type { Streams } from '../../output.ts'
import { bashCompletion } from '../../shell/bash.ts'
import { commandTree } from '../../shell/command-tree.ts'
import { fishCompletion } from '../../shell/fish.ts'
import { manPage } from '../../shell/man-page.ts'
import { zshCompletion } from '../../shell/zsh.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const HELP = `
bash: add this line to ~/.bashrc:   source <(aviary completion bash)
zsh:  add this line to ~/.zshrc, after compinit:   source <(aviary completion zsh)
fish: aviary completion fish > ~/.config/fish/completions/aviary.fish`

export function completionCommand({ out }: Streams, exit: (code: number) => void): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action((shell: keyof typeof SHELLS, _options: unknown, command: Command) => {
      out.write(SHELLS[shell](commandTree(programOf(command))))
      exit(DONE)
    })
}

export function manCommand({ out }: Streams, exit: (code: number) => void): Command {
  return new Command('man')
    .description('Print the manual page: "aviary man | man -l -" shows it.')
    .action((_options: unknown, command: Command) => {
      out.write(manPage(commandTree(programOf(command)), programVersion()))
      exit(DONE)
    })
}

function programOf(command: Command): Command {
  return command.parent ?? command
}
