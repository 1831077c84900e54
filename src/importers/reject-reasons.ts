/** Counts rejected objects by reason, with the first places of each reason (spec/data-files.md#report). */

/** Rejected objects with the same reason, apart from quoted texts and numbers in the reason. */
export interface RejectReason {
  /** The reason of the first of these objects. */
  readonly reason: string
  readonly count: number
  /** The first places, as `name:line`. */
  readonly places: readonly string[]
}

/** Maximum number of reasons. They are stored with each batch. Objects with further reasons are counted together. */
const MAX_REASONS = 100
const MAX_PLACES = 3
const MAX_REASON_LENGTH = 300
const OTHER_REASONS = 'other reasons'

/** Adds rejected objects to the counts. */
export function withReasons(
  before: readonly RejectReason[],
  rejects: readonly { readonly line: number | string; readonly reason: string }[],
): readonly RejectReason[] {
  if (rejects.length === 0) return before
  const counts = new Map(before.map((count) => [ruleOf(count.reason), count]))
  for (const { line, reason } of rejects) {
    const rule = ruleOf(reason)
    const isKept = counts.has(rule) || counts.size < MAX_REASONS
    const key = isKept ? rule : OTHER_REASONS
    const shown = isKept ? reason.slice(0, MAX_REASON_LENGTH) : OTHER_REASONS
    const { count, places, reason: first } = counts.get(key) ?? { count: 0, places: [], reason: shown }
    const place = String(line)
    const isListed = places.length < MAX_PLACES && !places.includes(place)
    counts.set(key, { reason: first, count: count + 1, places: isListed ? [...places, place] : places })
  }
  return [...counts.values()]
}

/** The reason without the values of the object: quoted texts and numbers. */
function ruleOf(reason: string): string {
  return reason
    .slice(0, MAX_REASON_LENGTH)
    .replace(/"(?:[^"\\]|\\.)*"?/g, '""')
    .replace(/\d+/g, '0')
}
