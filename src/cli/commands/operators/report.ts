/** `aviary report …`: shows and closes the reports that members made about users and posts. */
import { Command } from 'commander'
import { findUsers } from '../../../domain/accounts/find-users.ts'
import { requireUser } from '../../../domain/accounts/user.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { closeReport, reopenReport } from '../../../domain/reports/close-report.ts'
import { listReports, REPORT_STATES } from '../../../domain/reports/list-reports.ts'
import { REPORT_REASONS, type Report, requireReport } from '../../../domain/reports/report.ts'
import type { Runtime } from '../../../runtime.ts'
import type { Streams } from '../../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../../paging.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../../run.ts'

type Exit = (code: number) => void

interface ListOptions extends PagingOptions {
  readonly state: string
  readonly reason?: string
  readonly user?: string
  readonly post?: string
}

export function reportCommand(streams: Streams, exit: Exit): Command {
  return new Command('report')
    .description('Read and close the reports of members.')
    .addCommand(listCommand(streams, exit))
    .addCommand(showCommand(streams, exit))
    .addCommand(decision('close', 'Close an open report.', streams, exit))
    .addCommand(decision('reopen', 'Open a closed report again.', streams, exit))
}

function listCommand(streams: Streams, exit: Exit): Command {
  return withPaging(standardCommand('list', 'List reports, the newest first.'), 'ID')
    .option('--state <STATE>', `One of ${REPORT_STATES.join(', ')}`, 'open')
    .option('--reason <REASON>', `Only this reason: ${REPORT_REASONS.join(', ')}`)
    .option('--user <NAME>', 'Only of this user and of its posts')
    .option('--post <ID>', 'Only of this post')
    .action(
      existingDataAction<ListOptions, []>(streams, exit, async (runtime, { output }, options) => {
        const { store } = runtime
        const asked = pageAsked(options, (text) => idArgument(text, '--after'))
        const state = wordIn(options.state, REPORT_STATES, '--state')
        const reason =
          options.reason === undefined ? undefined : wordIn(options.reason, REPORT_REASONS, '--reason')
        const userId =
          options.user === undefined ? undefined : (await requireUser(store, { screenName: options.user })).id
        const postId = options.post === undefined ? undefined : idArgument(options.post, '--post')
        const page = await listReports(store, { state, reason, userId, postId }, asked)
        const named = { ...page, items: await withNames(runtime, page.items) }
        showPage(output, 'reports', named, { object: shown, line, nothing: 'No reports.' })
      }),
    )
}

function showCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('show', 'Show a report.')
    .argument('<id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async (runtime, { output }, _options, id) => {
          const report = await requireReport(runtime.store, idArgument(id, 'the id'))
          const [found] = (await withNames(runtime, [report])).map(shown)
          output.result(
            found ?? {},
            Object.entries(found ?? {}).map(([field, value]) => `${field}: ${String(value ?? '')}`),
          )
        },
      ),
    )
}

function decision(name: 'close' | 'reopen', description: string, streams: Streams, exit: Exit): Command {
  return standardCommand(name, description)
    .argument('<id>')
    .requiredOption('--note <TEXT>', 'Why, for the audit log')
    .action(
      existingDataAction<{ note: string }, [string]>(
        streams,
        exit,
        async (runtime, { output }, { note }, id) => {
          if (note.trim() === '') throw new UsageError('--note takes a text')
          const input = { reportId: idArgument(id, 'the id'), note }
          const changed = await (name === 'close' ? closeReport : reopenReport)(runtime.context, input)
          const [report] = await withNames(runtime, [changed])
          output.result(report === undefined ? {} : shown(report), [
            `The report ${id} is ${changed.closedAt === null ? 'open' : 'closed'}.`,
          ])
        },
      ),
    )
}

/** @throws {UsageError} */
function wordIn<Word extends string>(text: string, words: readonly Word[], option: string): Word {
  const word = words.find((each) => each === text)
  if (word === undefined) throw new UsageError(`${option} takes one of ${words.join(', ')}`)
  return word
}

interface NamedReport extends Report {
  readonly reporterName: string
  readonly userName: string
  /** Text of the reported post; undefined for a reported user and for a deleted post. */
  readonly text: string | undefined
}

async function withNames({ store }: Pick<Runtime, 'store'>, reports: readonly Report[]) {
  const userIds = [...new Set(reports.flatMap(({ reporterId, userId }) => [reporterId, userId]))]
  const users = await findUsers(store, userIds)
  const posts = await findPosts(
    store,
    reports.flatMap(({ postId }) => postId ?? []),
  )
  return reports.map((report): NamedReport => {
    return {
      ...report,
      reporterName: users.get(report.reporterId)?.screenName ?? '',
      userName: users.get(report.userId)?.screenName ?? '',
      text: posts.get(report.postId ?? 0n)?.content.text,
    }
  })
}

function shown(report: NamedReport): Record<string, unknown> {
  const { id, createdAt, reason, comment, reporterName, userName, userId, postId, text } = report
  const { closedAt, closedBy, note } = report
  return {
    ...{ id, created_at: timeOf(createdAt), reason, comment, reporter: reporterName },
    ...{ user: userName, user_id: userId, post_id: postId, text: text ?? null },
    closed_at: closedAt === null ? null : timeOf(closedAt),
    ...{ closed_by: closedBy, note },
  }
}

function line({ id, createdAt, reason, comment, reporterName, userName, postId, closedAt }: NamedReport) {
  const object = postId === null ? `@${userName}` : `post ${postId} of @${userName}`
  const state = closedAt === null ? '' : ' (closed)'
  const said = comment === '' ? '' : `: ${comment.replaceAll(/\s+/g, ' ')}`
  return `${id} ${timeOf(createdAt)} ${reason} ${object} by @${reporterName}${state}${said}`
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
