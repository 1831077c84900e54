/** `aviary console operator grant|revoke EMAIL`: makes a console user an operator, or removes this right. */
import { Command } from 'commander'
import { setConsoleOperator } from '../../../domain/console/operators.ts'
import type { Streams } from '../../output.ts'
import { existingDataAction, standardCommand } from '../../run.ts'

export function operatorCommand(streams: Streams, exit: (code: number) => void): Command {
  return new Command('operator')
    .description('Choose the operators of the server among the console users.')
    .addCommand(changeCommand('grant', 'Make a console user an operator of the server.', streams, exit))
    .addCommand(changeCommand('revoke', 'Make an operator an ordinary console user again.', streams, exit))
}

function changeCommand(
  name: 'grant' | 'revoke',
  description: string,
  streams: Streams,
  exit: (code: number) => void,
): Command {
  return standardCommand(name, description)
    .argument('<email>', 'E-mail address of the console user')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, address) => {
          const { email, isOperator } = await setConsoleOperator(context, address, name === 'grant')
          output.result({ email, is_operator: isOperator }, [
            isOperator ? `${email} is an operator of the server.` : `${email} is no operator any more.`,
          ])
        },
      ),
    )
}
