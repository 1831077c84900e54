/** Renders failed items as JSON and as sentences, for the admin listener, `aviary failed list` and `aviary verify`. */
import type { FailedItem } from './failed-items.ts'

export interface ShownItem {
  readonly reader: string
  readonly item: string
  /** ISO 8601, UTC. */
  readonly first_failed_at: string
  readonly last_failed_at: string
  readonly attempts: number
  readonly is_asked: boolean
  readonly error: string
}

/** Renders an item for JSON output. */
export function shownItem({
  reader,
  item,
  firstAt,
  lastAt,
  attempts,
  isRetryRequested,
  error,
}: FailedItem): ShownItem {
  const times = { first_failed_at: timeOf(firstAt), last_failed_at: timeOf(lastAt) }
  return { reader, item, ...times, attempts, is_asked: isRetryRequested, error }
}

/** Renders an item as a sentence. */
export function itemSentence({
  reader,
  item,
  lastAt,
  attempts,
  isRetryRequested,
  error,
}: FailedItem): string {
  const asked = isRetryRequested ? ' (retry requested)' : ''
  return `${reader}: ${item} failed ${attempts === 1 ? 'once' : `${attempts} times`}, last at ${timeOf(lastAt)}${asked}: ${error}`
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
