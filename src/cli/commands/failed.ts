/** `aviary failed …`: what readers of the log and timed jobs left out because its own data failed, and trying it again. */
import { Command } from 'commander'
import { sleep } from '../../lib/time/clock.ts'
import {
  askAgain,
  dismissFailed,
  type FailedItem,
  failedItems,
  findFailed,
  type ItemName,
  LISTED_MOST,
} from '../../log/failed-items.ts'
import { itemSentence, shownItem } from '../../log/failed-items-shown.ts'
import type { Runtime } from '../../runtime.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, FAILED, standardCommand, UsageError } from '../run.ts'

interface WhichOptions extends Record<string, unknown> {
  readonly reader?: string
}

interface RetryOptions extends WhichOptions {
  readonly wait: string
}

type Exit = (code: number) => void

const READER = ['--reader <NAME>', 'Only those of one reader, such as search or webhooks'] as const

/** Milliseconds between looks whether a server has tried again what was asked for. */
const LOOK_MS = 200

/** Seconds that a retry may be waited for. */
const WAIT_LONGEST = 3_600

export function failedCommand(streams: Streams, exit: Exit): Command {
  return new Command('failed')
    .description('What was left out because its own data failed: by readers of the log, and by timed jobs.')
    .addCommand(listCommand(streams, exit))
    .addCommand(retryCommand(streams, exit))
    .addCommand(forgetCommand(streams, exit))
}

function listCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('list', 'Show what was left out, and why.')
    .option(...READER)
    .action(
      existingDataAction<WhichOptions, []>(streams, exit, async ({ store }, { output }, which) => {
        const items = await allItems(store, named(which))
        output.result(
          { items: items.map(shownItem) },
          items.length === 0 ? ['Nothing was left out.'] : [...items.map(itemSentence), NEXT],
        )
      }),
    )
}

const NEXT = 'When the reason is gone: aviary failed retry'

function retryCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'retry',
    'Have it tried again, by the server that runs or by the next one that starts; ends with 1 if something failed again or still waits.',
  )
    .argument('[item]', 'Only that one, as the list names it, such as "post 12"')
    .option(...READER)
    .option('--wait <SECONDS>', 'How long to wait for a server to try', '10')
    .action(
      existingDataAction<RetryOptions, [string | undefined] & string[]>(
        streams,
        exit,
        async (runtime, { output }, options, item) => {
          const waitMs = secondsOf(options.wait) * 1_000
          const asked = await allItems(runtime.store, named(options, item))
          if (item !== undefined && asked.length === 0) throw unknownItem(item)
          const { clock } = runtime.context
          await runtime.store.write((tx) => askAgain(tx, named(options, item), clock.now()))
          const left = await waitFor(runtime, asked, waitMs)
          const waiting = left.filter(({ isAsked }) => isAsked)
          const failed = left.filter(({ isAsked }) => !isAsked)
          output.result(
            {
              asked: asked.length,
              done: asked.length - left.length,
              failed: failed.map(shownItem),
              waiting: waiting.map(shownItem),
            },
            [
              asked.length === 0
                ? 'Nothing was left out.'
                : `${asked.length - left.length} of ${asked.length} are done with.`,
              ...failed.map(itemSentence),
              ...(waiting.length === 0
                ? []
                : [
                    `${waiting.length} wait for a server: a running one tries them soon, else the next "aviary serve".`,
                  ]),
            ],
          )
          return left.length === 0 ? undefined : FAILED
        },
      ),
    )
}

function forgetCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('forget', 'Forget what was left out without trying it again: it stays left out.')
    .argument('[item]', 'Only that one, as the list names it')
    .option(...READER)
    .action(
      existingDataAction<WhichOptions, [string | undefined] & string[]>(
        streams,
        exit,
        async ({ store }, { output }, options, item) => {
          const which = named(options, item)
          if (which.reader === undefined && which.item === undefined) {
            throw new UsageError('forget takes an item, or --reader NAME for all of a reader')
          }
          // No event: what a reader left out is not part of the network.
          const forgotten = await store.write((tx) => dismissFailed(tx, which))
          if (item !== undefined && forgotten === 0) throw unknownItem(item)
          output.result({ forgotten }, [`${forgotten} are forgotten.`])
        },
      ),
    )
}

function named({ reader }: WhichOptions, item?: string): Partial<ItemName> {
  return { ...(reader === undefined ? {} : { reader }), ...(item === undefined ? {} : { item }) }
}

function unknownItem(item: string): UsageError {
  return new UsageError(
    `no item ${JSON.stringify(item)} was left out; "aviary failed list" names those that were, such as "post 12"`,
  )
}

/** @throws {UsageError} */
function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= WAIT_LONGEST) return Number(text)
  throw new UsageError(`--wait takes seconds from 0 to ${WAIT_LONGEST}, not ${JSON.stringify(text)}`)
}

/** A reader has a bounded number of them. */
async function allItems(store: Runtime['store'], which: Partial<ItemName>): Promise<readonly FailedItem[]> {
  const items: FailedItem[] = []
  for (let after: ItemName | undefined; ; ) {
    const page = await failedItems(store, which, after)
    items.push(...page)
    after = page.at(-1)
    if (page.length < LISTED_MOST) return items
  }
}

/** Those of the items that are still there: asked for, or failed again. */
async function waitFor(
  { store, context: { clock } }: Runtime,
  asked: readonly FailedItem[],
  waitMs: number,
): Promise<readonly FailedItem[]> {
  const until = clock.monotonic() + waitMs
  for (;;) {
    const left: FailedItem[] = []
    for (const name of asked) {
      const item = await findFailed(store, name)
      if (item !== undefined) left.push(item)
    }
    if (left.every(({ isAsked }) => !isAsked) || clock.monotonic() >= until) return left
    await sleep(clock, LOOK_MS)
  }
}
