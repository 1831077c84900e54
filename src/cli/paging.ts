/** Lists in pages: `--count`, `--after`, and how to get the next page. */
import type { Command } from 'commander'
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../lib/pages.ts'
import type { Output } from './output.ts'
import { UsageError } from './run.ts'

export interface PagingOptions extends Record<string, unknown> {
  readonly count: string
  readonly after?: string
}

/** Adds the options of a list. @param what the name of what `--after` takes, such as ID */
export function withPaging(command: Command, what: 'ID' | 'TOKEN'): Command {
  return command
    .option('--count <N>', `How many to show, 1 to ${MAX_PAGE_SIZE}`, '100')
    .option(`--after <${what}>`, 'Show those behind this one, which the page before ended with')
}

/** The page that the options ask for. @throws {UsageError} */
export function pageAsked<Key>(
  { count, after }: PagingOptions,
  read: (text: string) => Key,
): PageRequest<Key> {
  const most = /^\d{1,5}$/.test(count) ? Number(count) : 0
  if (most < 1 || most > MAX_PAGE_SIZE) {
    throw new UsageError(
      `--count takes a whole number from 1 to ${MAX_PAGE_SIZE}, not ${JSON.stringify(count)}`,
    )
  }
  return { count: most, ...(after === undefined ? {} : { after: read(after) }) }
}

/**
 * Shows a page: as JSON under `name`, with `next` for the next page's `--after` or null; else a line each.
 * @param nothing what to say when there is nothing to list, with what to do next
 */
export function showPage<Item, Key>(
  output: Output,
  name: string,
  { items, next }: Page<Item, Key>,
  format: {
    readonly object: (item: Item) => Readonly<Record<string, unknown>>
    readonly line: (item: Item) => string
    readonly nothing: string
  },
): void {
  const lines = items.length === 0 ? [format.nothing] : items.map(format.line)
  output.result({ [name]: items.map(format.object), next }, lines)
  if (next !== null && !output.isJson) output.note(`There are more: add --after ${String(next)}.`)
}
