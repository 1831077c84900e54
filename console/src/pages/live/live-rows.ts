/** Rows of the live view: the shown posts, and posts that arrive during a pause. */
import type { components } from '../../api/schema.d.ts'
import type { LiveEvent } from '../../live/event-lines.ts'

export interface LiveRule {
  readonly id: string
  readonly value: string
  readonly tag: string
}

export type LivePost = components['schemas']['ConsoleRulePost'] & { readonly rules: readonly LiveRule[] }

export interface Row {
  readonly id: string
  /** Undefined for a post that was deleted or hidden. */
  readonly post: LivePost | undefined
}

export interface LiveRows {
  readonly shown: readonly Row[]
  /** The newest posts that arrived during a pause. They are shown after the pause. */
  readonly held: readonly Row[]
  /** Number of posts that arrived during the pause. */
  readonly heldCount: number
}

/** Maximum number of shown posts; older posts are removed. */
export const MAX_ROWS = 200

export const NO_ROWS: LiveRows = { shown: [], held: [], heldCount: 0 }

/** Adds the posts of events to the shown rows, or to `held` during a pause. Deletions apply immediately. */
export function withEvents(rows: LiveRows, events: readonly LiveEvent[], isPaused: boolean): LiveRows {
  const arrived = new Map<string, Row>()
  const removed = new Set<string>()
  for (const { type, data } of events) {
    if (type === 'post' || type === 'missed') {
      const post: LivePost = JSON.parse(data)
      arrived.set(post.id, { id: post.id, post })
    } else if (type === 'removed') {
      const { id }: { readonly id: string } = JSON.parse(data)
      removed.add(id)
    }
  }
  const fresh = [...arrived.values()].toReversed()
  const remaining = (list: readonly Row[]) =>
    removed.size === 0
      ? list
      : list.map((row) => (removed.has(row.id) ? { id: row.id, post: undefined } : row))
  const joined = (list: readonly Row[]) => remaining([...fresh, ...list].slice(0, MAX_ROWS))
  return isPaused
    ? { shown: remaining(rows.shown), held: joined(rows.held), heldCount: rows.heldCount + fresh.length }
    : { ...rows, shown: joined(rows.shown) }
}

/** Ends a pause: shows the held rows. */
export function withHeld({ shown, held }: LiveRows): LiveRows {
  return { shown: [...held, ...shown].slice(0, MAX_ROWS), held: [], heldCount: 0 }
}

/** The last log position in the events; undefined if no event has one. */
export function positionIn(events: readonly LiveEvent[]): string | undefined {
  return events.reduce<string | undefined>((last, { type, data }) => {
    if (type === 'removed') return last
    const { position }: { readonly position?: string } = JSON.parse(data)
    return position ?? last
  }, undefined)
}

/** Ids of the posts on the page. The server sends their deletions. */
export function shownIds({ shown, held }: LiveRows): string {
  const rows = [...held, ...shown].slice(0, MAX_ROWS)
  return rows.flatMap(({ id, post }) => (post === undefined ? [] : [id])).join(',')
}
