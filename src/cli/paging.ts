/** Pages of lists: the options `--count` and `--after`, and the hint for the next page. */
import type { Command } from 'commander'
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../lib/pages.ts'
import type { Output } from './output.ts'
import { UsageError } from './run.ts'

export interface PagingOptions extends Record<string, unknown> {
  readonly count: string
  readonly after?: string
}

/** Adds the options of a list. @param placeholder the placeholder for the value of `--after` in the help text */
export function withPaging(command: Command, placeholder: 'ID' | 'TOKEN'): Command {
  return command
    .option('--count <N>', `Items per page, 1 to ${MAX_PAGE_SIZE}`, '100')
    .option(`--after <${placeholder}>`, 'Start after this item, the last one of the previous page')
}

/** Parses the paging options. @throws {UsageError} */
export function pageAsked<Key>(
  { count, after }: PagingOptions,
  read: (text: string) => Key,
): PageRequest<Key> {
  const limit = /^\d{1,5}$/.test(count) ? Number(count) : 0
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new UsageError(
      `--count takes a whole number from 1 to ${MAX_PAGE_SIZE}, not ${JSON.stringify(count)}`,
    )
  }
  return { count: limit, ...(after === undefined ? {} : { after: read(after) }) }
}

/**
 * Shows a page. With `--json`, the member `name` has the items, and `next` has the value of `--after` for the next
 * page, or null. Otherwise each item is a line, and an empty page is `format.nothing`.
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
  if (next !== null && !output.isJson)
    output.note(`There are more: add --after ${String(next)} for the next page.`)
}
