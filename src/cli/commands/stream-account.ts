/** `aviary stream-account …`: accounts of the compliance stream. */
import { Command } from 'commander'
import { requireAccount } from '../../domain/console/console-account.ts'
import {
  checkStreamName,
  removeStream,
  type StreamName,
  streamPath,
  streamsOf,
} from '../../domain/console/stream.ts'
import { openStreamAccount } from '../../domain/console/stream-account.ts'
import type { Context } from '../../domain/context.ts'
import { streamUrlOf } from '../../lib/server-address.ts'
import { PARTITIONS } from '../../log/partition.ts'
import { FAILED } from '../exit-codes.ts'
import type { Streams } from '../output.ts'
import { type PasswordOptions, readPassword, withPassword } from '../password.ts'
import { dataAction, existingDataAction, type Invocation, standardCommand, UsageError } from '../run.ts'
import { PLACE_SETTINGS, serverPlace } from '../server-place.ts'

interface CreateOptions extends PasswordOptions, Record<string, unknown> {
  readonly email: string
  readonly label: string
  readonly publisher: string
  readonly url?: string
}

const DATA_SETTINGS = ['data', 'database', 'key', 'migrate'] as const
const URL_SETTINGS = [...DATA_SETTINGS, ...PLACE_SETTINGS]
const URL_OPTION = [
  '--url <URL>',
  'Base URL that consumers use, such as https://stream.example.org (default: the URL of the running server)',
] as const

export function streamAccountCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('stream-account').description('Manage accounts of the compliance stream.')
  command.addCommand(
    withPassword(
      standardCommand(
        'create',
        'Create a stream for an account, and the account and user if they do not exist.',
        URL_SETTINGS,
      )
        .argument('<account>', 'Name of the account; part of the URLs')
        .requiredOption(
          '--email <ADDRESS>',
          'E-mail address that consumers connect with, besides the password',
        ),
    )
      .option('--label <NAME>', 'Label of the stream', 'prod')
      .option('--publisher <NAME>', 'Publisher of the stream', 'twitter')
      .option(...URL_OPTION)
      .action(
        dataAction<CreateOptions, [string]>(
          streams,
          exit,
          async ({ context }, invocation, options, accountName) => {
            const { output } = invocation
            const { email, label, publisher } = options
            checkUrl(options.url)
            const name = { accountName, publisher, label }
            checkStreamName(name)
            const password = await readPassword(options, streams)
            const { madeUser, madeStream } = await openStreamAccount(context, { ...name, email, password })
            const result = shown(name, await baseOf(context, invocation, options))
            output.result(result, [
              madeStream
                ? `The account ${accountName} has the stream ${publisher}/${label}.`
                : `The account ${accountName} already has the stream ${publisher}/${label}.`,
              `${email} ${madeUser ? 'can connect now' : 'can connect with the password that it already has'}.`,
              ...result.urls,
            ])
          },
        ),
      ),
  )
  command.addCommand(
    standardCommand('list', 'List the URLs of the streams of an account.', URL_SETTINGS)
      .argument('<account>')
      .option(...URL_OPTION)
      .action(
        existingDataAction<{ url?: string }, [string]>(
          streams,
          exit,
          async ({ context, store }, invocation, options, accountName) => {
            checkUrl(options.url)
            const names = await streamsOf(store, accountName)
            const base = names.length === 0 ? '' : await baseOf(context, invocation, options)
            const found = names.map((name) => shown(name, base))
            invocation.output.result(
              { streams: found },
              found.length === 0
                ? [
                    `The account ${accountName} has no stream. Create one with "aviary stream-account create".`,
                  ]
                : found.flatMap(({ urls }) => urls),
            )
          },
        ),
      ),
  )
  command.addCommand(removeCommand(streams, exit))
  return command
}

function removeCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'remove',
    'Remove a stream from an account and close its connections.',
    DATA_SETTINGS,
  )
    .argument('<account>')
    .option('--label <NAME>', 'Label of the stream', 'prod')
    .option('--publisher <NAME>', 'Publisher of the stream', 'twitter')
    .action(
      existingDataAction<Pick<CreateOptions, 'label' | 'publisher'>, [string]>(
        streams,
        exit,
        async ({ context, store }, { output }, { label, publisher }, accountName) => {
          const isRemoved = await removeStream(context, { accountName, publisher, label })
          if (!isRemoved) await requireAccount(store, accountName)
          output.result({ account_name: accountName, publisher, label, removed: isRemoved }, [
            isRemoved
              ? `Removed the stream ${publisher}/${label} from the account ${accountName}.`
              : `The account ${accountName} has no stream ${publisher}/${label}; "aviary stream-account list ${accountName}" lists its streams.`,
          ])
          return isRemoved ? undefined : FAILED
        },
      ),
    )
}

function shown(name: StreamName, base: string) {
  const urls = Array.from({ length: PARTITIONS }, (_, index) => base + streamPath(name, index + 1))
  return { account_name: name.accountName, publisher: name.publisher, label: name.label, urls }
}

/** The base of stream URLs, without a trailing slash. */
async function baseOf(
  context: Context,
  invocation: Invocation,
  options: Readonly<Record<string, unknown>> & { readonly url?: string },
): Promise<string> {
  if (options.url !== undefined) return options.url.replace(/\/$/, '')
  return streamUrlOf(await serverPlace(context, invocation, options, streamUrlOf))
}

/** @throws {UsageError} */
function checkUrl(url: string | undefined): void {
  if (url === undefined || (/^https?:\/\/[^/?#\s]+\/?$/.test(url) && URL.canParse(url))) return
  throw new UsageError(`--url takes a URL such as https://stream.example.org, not ${JSON.stringify(url)}`)
}
