/** `aviary compliance …`: checks copies of posts and users, and prints the required action for each of them. */
import { once } from 'node:events'
import { Command } from 'commander'
import { NO_VERDICT } from '../../compliance-check/tally.ts'
import type { IdSubject } from '../../id-lists/parse-id.ts'
import { checkIds, type Print } from '../compliance/check.ts'
import { FAILED } from '../exit-codes.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../run.ts'

interface CheckOptions extends Record<string, unknown> {
  readonly ids: string
  readonly type: string
  readonly column?: string
  readonly report?: string
  readonly unknown?: string
}

export function complianceCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('compliance').description(
    'Check copies of posts and users against this server.',
  )
  return command.addCommand(checkCommand(streams, exit))
}

function checkCommand(streams: Streams, exit: (code: number) => void): Command {
  let isChecked = false
  return standardCommand(
    'check',
    'List the ids in a file that you must delete, with the reason. Reads id lists, tables with a header, JSON, posts and archives, also compressed.',
  )
    .requiredOption('--ids <FILE>', 'File of the ids, posts or users that you have')
    .option('--type <TYPE>', 'Ids to check: tweets, or users (in files of posts: their authors)', 'tweets')
    .option('--column <NAME|N>', 'Column of the ids, when the header of a table does not name it')
    .option(
      '--report <FILE>',
      'Write a dated JSON report: hash of the input file, log position, each id with its reason',
    )
    .option('--unknown <FILE>', 'Write the ids that this server has never seen, one per line')
    .addHelpText(
      'after',
      '\nExit codes: 0 every line was read and nothing must be deleted; 1 something must be deleted; 2 wrong usage; 3 something was unreadable, or nothing was read.',
    )
    .action(
      existingDataAction<CheckOptions, []>(
        streams,
        // The exit code 1 of a finished check means that ids must be deleted. A check that fails needs another code.
        (code) => exit(code === FAILED && !isChecked ? NO_VERDICT : code),
        async ({ context }, { output }, { ids: file, type, column, report, unknown }) => {
          const subject = subjectOf(type)
          const code = await checkIds(context, output, printer(streams), {
            file,
            subject,
            column,
            report,
            unknown,
          })
          isChecked = true
          return code
        },
      ),
    )
}

function subjectOf(type: string): IdSubject {
  if (type === 'tweets' || type === 'users') return type
  throw new UsageError(`--type takes tweets or users, not ${JSON.stringify(type)}`)
}

function printer({ out }: Streams): Print {
  return async (text) => {
    if (!out.write(text)) await once(out, 'drain')
  }
}
