/** `aviary grade`: exposes a client to faults and grades its reactions. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { processEnvironment, SETTINGS, type SettingName } from '../../../config.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import type { GradedPlace } from '../../../testing/grade/run.ts'
import { DONE, FAILED, INCOMPLETE } from '../../exit-codes.ts'
import { numberOfFlag } from '../../number-flag.ts'
import type { Output, Streams } from '../../output.ts'
import { action, type Invocation, settingsIn, UsageError, withSettings } from '../../run.ts'
import { untilSignal } from '../../signals.ts'
import { sender } from './send-grades.ts'

interface Options extends Record<string, unknown> {
  readonly quick?: boolean
  readonly timeout: string
  readonly received?: string
  readonly report?: string
  readonly sendTo?: string
  readonly client?: string
}

/** Milliseconds between SIGTERM and the kill of a client that has not exited. */
const KILL_MS = 5_000

const DEFAULT_MINUTES = '60'
/** Accepted lengths of a run in minutes. A shorter run would end before a client has connected. */
const TIMEOUTS = { min: 0.1, max: 24 * 60 } as const

const HELP = `
  aviary grade -- node my-bot.js

The client gets these environment variables: GRADE_URL, GRADE_STREAM_URL, GRADE_BEARER_TOKEN, GRADE_CONSUMER_KEY,
GRADE_CONSUMER_SECRET, GRADE_ACCESS_TOKEN, GRADE_ACCESS_TOKEN_SECRET, GRADE_USER (with its _ID),
GRADE_WORD, GRADE_PAGE_SIZE, GRADE_COMPLIANCE_URL, GRADE_COMPLIANCE_USER, GRADE_COMPLIANCE_PASSWORD; and for clients with
built-in host names HTTPS_PROXY and the variables for its certificate. Without a command the variables are printed as one line of JSON, for a client that you start.

Let it read a filtered stream (a rule for GRADE_WORD exists; in v1.1 track it), a sampled stream, the partition of
the compliance stream at GRADE_COMPLIANCE_URL, or all followers of GRADE_USER by pages of GRADE_PAGE_SIZE. The exit code is 1 if a trial failed, and 3 if no trial was seen.`

const NOTHING_SEEN =
  'no trial was seen: the client opened no stream and asked for no page of the list; see its output, and "aviary grade --help" for what it should read'

export function gradeCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('grade')
    .description('Run a client against faults of streams and pages, and grade its back-off and its timers.')
    .argument('[command...]', 'The client, after --')
    .option('--quick', 'One failure of each kind: about four minutes instead of fifteen')
    .option(
      '--timeout <MINUTES>',
      `End the run after so many minutes, ${TIMEOUTS.min} to ${TIMEOUTS.max}`,
      DEFAULT_MINUTES,
    )
    .option(
      '--received <FILE>',
      'File in which the client writes the id of each post that it handles, or deletes for the compliance stream, one in a line',
    )
    .option('--report <FILE>', 'Also write the report as Markdown')
    .option(
      '--send-to <URL>',
      'Send the report to a server with test controls, too: the URL of its admin listener, and --test-token',
    )
    .option(
      '--client <NAME>',
      'Name of the client in reports, instead of its program and first argument: other arguments may be secrets',
    )
    .option('--json', 'Print one JSON object on standard output.')
  // The setting `data` is left out, because this command makes its own data directory.
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => name !== 'data')
  return withSettings(command, names)
    .addHelpText('after', HELP)
    .action(
      action<Options, []>(streams, exit, (invocation, options, ...words) =>
        run(invocation, options, words.flat() as string[]),
      ),
    )
}

async function run(
  { config, output, streams }: Invocation,
  options: Options,
  words: readonly string[],
): Promise<number> {
  const [program, ...args] = words
  const minutes = numberOfFlag(options.timeout, '--timeout', TIMEOUTS)
  const send = await sender(config, options)
  const { publicFamilies } = await import('../../../api/_families.ts')
  const { grade } = await import('../../../testing/grade/run.ts')
  const { reportLines, reportMarkdown, summary } = await import('../../../testing/grade/report.ts')
  const rows = await grade({
    settings: settingsIn(options),
    environment: processEnvironment(),
    streamPaths: publicFamilies()
      .flatMap((family) => family.endpoints)
      .flatMap(({ isEndless, paths: [path] }) => (isEndless === true ? [path] : [])),
    isQuick: options.quick === true,
    log: streams.err,
    note: (sentence) => output.note(sentence),
    whileRunning: (place, done) =>
      program === undefined
        ? printed(streams, place, ended(done, minutes))
        : ran(output, [program, ...args], place, ended(done, minutes)),
    received: () => receivedIn(options.received),
  })
  const client = options.client ?? nameOf(words)
  if (options.report !== undefined)
    await writeFile(options.report, reportMarkdown(`Grades of ${client}`, rows))
  output.result({ summary: summary(rows), trials: rows }, reportLines(rows))
  const id = await send(client, rows)
  if (id !== undefined) output.note(`${options.sendTo} keeps the report as ${id}`)
  if (rows.every((row) => row.grade === 'not-seen')) {
    streams.err.write(`aviary: ${NOTHING_SEEN}\n`)
    return INCOMPLETE
  }
  return rows.some((row) => row.grade === 'fail') ? FAILED : DONE
}

/**
 * The name of a client in the report: its program and script. Options and assignments of variables are left
 * out, because they may contain secrets.
 */
function nameOf([program = 'a client', script = '']: readonly string[]): string {
  return script === '' || /^-|=/.test(script) ? program : `${program} ${script}`
}

/**
 * The content of the file that `--received` names; empty while the file does not exist.
 * @throws {UsageError} for a file that exists and cannot be read
 */
async function receivedIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new UsageError(`--received: ${error.message}`)
  })
}

/** Resolves when all steps are done or the time has passed. A client can also exit before. */
function ended(done: Promise<void>, minutes: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.after(minutes * 60_000, resolve)
    void done.finally(cancel).then(resolve)
  })
}

/** Prints the addresses and credentials, and waits until the end of the run or a signal. */
async function printed({ out }: Streams, place: GradedPlace, end: Promise<void>): Promise<void> {
  const stopped = untilSignal(end)
  out.write(`${JSON.stringify(place)}\n`)
  await stopped
}

/** Runs the client, with its output on standard error. */
async function ran(
  output: Output,
  [program = '', ...args]: readonly string[],
  place: GradedPlace,
  end: Promise<void>,
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...processEnvironment(), ...place },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  const exited = new Promise<void>((resolve, reject) => {
    child.on('error', (error) =>
      reject(new UsageError(`${program} cannot be started: ${error.message}; check the words after --`)),
    )
    child.on('exit', (code, signal) => {
      output.note(`the client ended with ${signal ?? `exit code ${code}`}`)
      resolve()
    })
  })
  // If the client cannot be started, `await exited` below throws the error.
  const over = exited.catch(() => undefined)
  await untilSignal(Promise.race([end, over]))
  child.kill()
  const cancel = systemClock.after(KILL_MS, () => child.kill('SIGKILL'))
  await exited.finally(cancel)
}
