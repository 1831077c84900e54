/** `aviary compliance …`: what somebody who holds copies must do about them. */
import { once } from 'node:events'
import { Command } from 'commander'
import type { HeldSubject } from '../../held-ids/written-id.ts'
import { checkHeld, type Print } from '../compliance/check.ts'
import { NO_VERDICT } from '../compliance/tally.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, FAILED, standardCommand, UsageError } from '../run.ts'

interface CheckOptions extends Record<string, unknown> {
  readonly ids: string
  readonly type: string
  readonly column?: string
  readonly report?: string
  readonly unknown?: string
}

export function complianceCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('compliance').description(
    'What became of posts and users that others hold copies of.',
  )
  return command.addCommand(checkCommand(streams, exit))
}

function checkCommand(streams: Streams, exit: (code: number) => void): Command {
  let isChecked = false
  return standardCommand(
    'check',
    'Say which ids of a file must be gone, and why. Lists, tables with a header, JSON, posts, archives; also packed.',
  )
    .requiredOption('--ids <FILE>', 'The ids, posts or users that are held')
    .option('--type <TYPE>', 'Which ids are checked: tweets, or users (of posts: their authors)', 'tweets')
    .option('--column <NAME|N>', 'The column of the ids, where a table does not say it')
    .option(
      '--report <FILE>',
      'Write a dated JSON report: hash of the file, log position, each id with its reason',
    )
    .option('--unknown <FILE>', 'Write the ids that this server has never seen, one a line')
    .addHelpText(
      'after',
      '\nEnds with 0 when every line was read and nothing must be deleted, 1 when something must be deleted, 2 for wrong usage, 3 when something was unreadable or nothing was read.',
    )
    .action(
      existingDataAction<CheckOptions, []>(
        streams,
        // That nothing could be checked must not look as if something must be deleted.
        (code) => exit(code === FAILED && !isChecked ? NO_VERDICT : code),
        async ({ context }, { output }, { ids: file, type, column, report, unknown }) => {
          const subject = subjectOf(type)
          const code = await checkHeld(context, output, printer(streams), {
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

function subjectOf(type: string): HeldSubject {
  if (type === 'tweets' || type === 'users') return type
  throw new UsageError(`--type takes tweets or users, not ${JSON.stringify(type)}`)
}

function printer({ out }: Streams): Print {
  return async (text) => {
    if (!out.write(text)) await once(out, 'drain')
  }
}
