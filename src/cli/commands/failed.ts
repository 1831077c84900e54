/** `aviary failed …`: lists and retries failed items: events and jobs that were skipped after failures. */
import { Command } from 'commander'
import { forgetFailedItems, retryFailed } from '../../domain/failed-items/failed-items.ts'
import { sleep } from '../../lib/time/clock.ts'
import {
  FAILED_PAGE_SIZE,
  type FailedItem,
  failedItems,
  findFailed,
  type ItemName,
} from '../../log/failed-items.ts'
import { itemSentence, shownItem } from '../../log/failed-items-shown.ts'
import type { Runtime } from '../../runtime.ts'
import { FAILED } from '../exit-codes.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../run.ts'

interface WhichOptions extends Record<string, unknown> {
  readonly reader?: string
}

interface RetryOptions extends WhichOptions {
  readonly wait: string
}

type Exit = (code: number) => void

const READER = ['--reader <NAME>', 'Only items of this reader, such as search or webhooks'] as const

/** Milliseconds between two queries for the items that the server still has to retry. */
const POLL_MS = 200

const MAX_WAIT_SECONDS = 3_600

export function failedCommand(streams: Streams, exit: Exit): Command {
  return new Command('failed')
    .description(
      'Manage failed items: events and jobs that the server skipped because processing them failed.',
    )
    .addCommand(listCommand(streams, exit))
    .addCommand(retryCommand(streams, exit))
    .addCommand(forgetCommand(streams, exit))
}

function listCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('list', 'List failed items with their errors.')
    .option(...READER)
    .action(
      existingDataAction<WhichOptions, []>(streams, exit, async ({ store }, { output }, which) => {
        const items = await allItems(store, named(which))
        output.result(
          { failed_items: items.map(shownItem) },
          items.length === 0 ? ['No failed items.'] : [...items.map(itemSentence), NEXT],
        )
      }),
    )
}

const NEXT = 'When the cause is fixed, run: aviary failed retry'

function retryCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'retry',
    'Retry failed items. The running server retries them, or the next server that starts. The exit code is 1 if an item failed again or is still waiting.',
  )
    .argument('[item]', 'Only this item, with its name from the list, such as "post 12"')
    .option(...READER)
    .option('--wait <SECONDS>', 'Seconds to wait for a server to retry', '10')
    .action(
      existingDataAction<RetryOptions, [string | undefined] & string[]>(
        streams,
        exit,
        async (runtime, { output }, options, item) => {
          const waitMs = secondsOf(options.wait) * 1_000
          const asked = await allItems(runtime.store, named(options, item))
          if (item !== undefined && asked.length === 0) throw unknownItem(item)
          await retryFailed(runtime.context, named(options, item))
          const left = await waitFor(runtime, asked, waitMs)
          const waiting = left.filter(({ isRetryRequested }) => isRetryRequested)
          const failed = left.filter(({ isRetryRequested }) => !isRetryRequested)
          output.result(
            {
              asked: asked.length,
              done: asked.length - left.length,
              failed_items: failed.map(shownItem),
              waiting_items: waiting.map(shownItem),
            },
            [
              asked.length === 0
                ? 'No failed items.'
                : `${asked.length - left.length} of ${asked.length} succeeded.`,
              ...failed.map(itemSentence),
              ...(waiting.length === 0
                ? []
                : [
                    `${waiting.length} waiting: a running server retries them soon, else the next "aviary serve" does.`,
                  ]),
            ],
          )
          return left.length === 0 ? undefined : FAILED
        },
      ),
    )
}

function forgetCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('forget', 'Remove failed items from the list without a retry.')
    .argument('[item]', 'Only this item, with its name from the list')
    .option(...READER)
    .action(
      existingDataAction<WhichOptions, [string | undefined] & string[]>(
        streams,
        exit,
        async ({ context }, { output }, options, item) => {
          const which = named(options, item)
          if (which.reader === undefined && which.item === undefined) {
            throw new UsageError('forget needs an item, or --reader NAME for all items of a reader')
          }
          const forgotten = await forgetFailedItems(context, which)
          if (item !== undefined && forgotten === 0) throw unknownItem(item)
          output.result({ forgotten }, [`Removed ${forgotten} from the list.`])
        },
      ),
    )
}

function named({ reader }: WhichOptions, item?: string): Partial<ItemName> {
  return { ...(reader === undefined ? {} : { reader }), ...(item === undefined ? {} : { item }) }
}

function unknownItem(item: string): UsageError {
  return new UsageError(
    `no failed item ${JSON.stringify(item)}; "aviary failed list" lists them, with names such as "post 12"`,
  )
}

/** @throws {UsageError} */
function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_WAIT_SECONDS) return Number(text)
  throw new UsageError(`--wait takes seconds from 0 to ${MAX_WAIT_SECONDS}, not ${JSON.stringify(text)}`)
}

/**
 * All failed items in one array. The array stays small, because each reader has a limited number of failed
 * items.
 */
async function allItems(store: Runtime['store'], which: Partial<ItemName>): Promise<readonly FailedItem[]> {
  const items: FailedItem[] = []
  for (let after: ItemName | undefined; ; ) {
    const page = await failedItems(store, which, after)
    items.push(...page)
    after = page.at(-1)
    if (page.length < FAILED_PAGE_SIZE) return items
  }
}

/** Waits until a server has retried the items. @returns the items that are still waiting or have failed again */
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
    if (left.every(({ isRetryRequested }) => !isRetryRequested) || clock.monotonic() >= until) return left
    await sleep(clock, POLL_MS)
  }
}
