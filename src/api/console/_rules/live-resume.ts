/**
 * Sends missed events to a live page that reconnects: posts from the log that match, and deletions of posts that the
 * page shows.
 */
import { Type } from 'typebox'
import { filterPostOf } from '../../../domain/posts/read/filter-post.ts'
import { findRules, type Rule, type RuleSet } from '../../../domain/rules/rule.ts'
import { RuleEngine } from '../../../filter/engine.ts'
import { BadParameter, type Param } from '../../../http/params.ts'
import type { LogEntry } from '../../../log/event.ts'
import { PositionTooOld } from '../../../log/read-table.ts'
import type { EventReader } from '../../../streams/events/event-readers.ts'
import { expressionOf } from '../../../streams/posts/rule-book.ts'
import { isPostEvent, type PostEvent } from '../../../streams/posts/stream-events.ts'
import { StreamedPost } from '../../../streams/posts/streamed-post.ts'
import { loadViews } from '../../../views/load-post-views.ts'
import { uncachedPosts } from '../../_search/matching-posts.ts'
import type { Services } from '../../_services.ts'
import type { LiveMatches, Match } from './live-matches.ts'

/**
 * Maximum number of log events that are read for one page. A page misses fewer events while a server
 * restarts.
 */
export const MAX_RESUMED_EVENTS = 5_000

/** Maximum number of posts in the parameter `shown`, and of missed posts that are sent. */
const MAX_SHOWN = 200

const READ_SIZE = 500
const NEEDS = { repliedTo: false, named: false } as const
const POSITION = /^\d{1,18}$/
const IDS = /^(\d{1,19}(,\d{1,19})*)?$/

export const AFTER: Param<bigint | undefined> = {
  schema: Type.Optional(
    Type.String({
      pattern: POSITION.source,
      description:
        'The last position of the page. Matches after this position are sent first, unless there are too many.',
    }),
  ),
  parse(text, name) {
    if (text === undefined) return undefined
    if (!POSITION.test(text)) throw new BadParameter(name, text)
    return BigInt(text)
  },
}

export const SHOWN: Param<readonly bigint[]> = {
  schema: Type.Optional(
    Type.String({
      pattern: IDS.source,
      description: `Ids of the posts that the page shows, with commas; at most ${MAX_SHOWN}. Deletions of these posts are sent.`,
    }),
  ),
  parse(text = '', name) {
    if (!IDS.test(text)) throw new BadParameter(name, text)
    const ids = text === '' ? [] : text.split(',').map(BigInt)
    if (ids.length > MAX_SHOWN) throw new BadParameter(name, text)
    return ids
  },
}

type ResumeServices = Pick<Services, 'store' | 'users' | 'postStreams'>
type LiveServices = ResumeServices & Pick<Services, 'clock'>

/**
 * Tells the page which posts of `ids` may no longer be shown. Call this function after `expectShown`, and while
 * `matches` watches the log. Otherwise a post that is deleted during the read stays on the page.
 */
async function resumeShown(
  services: ResumeServices,
  ids: readonly bigint[],
  matches: LiveMatches,
): Promise<void> {
  if (ids.length === 0) return
  const views = await loadViews(uncachedPosts(services), ids, NEEDS)
  matches.resumeShown(ids, (id) => views.get(id)?.author.id)
}

/** The state of a page that reconnects: the position of its last event, and the ids of its posts. */
export interface PageState {
  readonly after: bigint | undefined
  readonly shown: readonly bigint[]
}

/** Sends a page the missed events, then events as they happen. @returns a function that stops */
export async function beginLive(
  services: LiveServices,
  of: RuleSet,
  { after, shown }: PageState,
  { reader, matches }: { readonly reader: EventReader; readonly matches: LiveMatches },
): Promise<() => void> {
  const { postStreams, clock } = services
  matches.expectShown(shown)
  const stopWatching = await postStreams.watch(of, matches)
  try {
    await resumeShown(services, shown, matches)
    const upTo = postStreams.position
    const resumed =
      after === undefined ? undefined : await resumeMatches(services, of, { after, upTo }, matches)
    const stopSeconds = matches.start(clock, () => postStreams.position)
    reader.send('open', { position: String(upTo), resumed })
    return () => {
      stopSeconds()
      stopWatching()
    }
  } catch (error) {
    stopWatching()
    throw error
  }
}

/**
 * Sends the posts that match the current rules, from the events between two positions.
 * @returns false if posts may be missing, because there were too many events or the log has deleted some
 */
async function resumeMatches(
  services: ResumeServices,
  of: RuleSet,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
  matches: LiveMatches,
): Promise<boolean> {
  const oldest = upTo - BigInt(MAX_RESUMED_EVENTS)
  // A position after the newest event is from another database.
  let isComplete = after >= oldest && after <= upTo
  let at = after < oldest ? oldest : after
  const matcher = new RuleMatcher(await findRules(services.store, of))
  const found: Match[] = []
  while (at < upTo) {
    const read = await readAfter(services.postStreams, at)
    isComplete &&= !read.isTrimmed
    const events = read.events.filter(({ position }) => position <= upTo)
    at = events.at(-1)?.position ?? upTo
    found.push(...(await matcher.match(services, events.filter(isPostEvent) as readonly PostEvent[])))
  }
  const wanted = found.filter(({ post, rules }) => matches.wants(post, rules))
  matches.resume(wanted.slice(-MAX_SHOWN), Math.max(0, wanted.length - MAX_SHOWN))
  return isComplete
}

interface Read {
  readonly events: readonly LogEntry[]
  /** True if the log has deleted events after the position. */
  readonly isTrimmed: boolean
}

async function readAfter({ log }: ResumeServices['postStreams'], position: bigint): Promise<Read> {
  try {
    return { events: await log.readAfter(position, READ_SIZE), isTrimmed: false }
  } catch (error) {
    if (!(error instanceof PositionTooOld)) throw error
    return { events: await log.readAfter(error.oldest - 1n, READ_SIZE), isTrimmed: true }
  }
}

class RuleMatcher {
  readonly #engine = new RuleEngine()
  readonly #rules: (Rule | undefined)[] = []

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      const expression = expressionOf(rule)
      if (expression !== undefined) this.#rules[this.#engine.add(expression)] = rule
    }
  }

  async match(services: ResumeServices, events: readonly PostEvent[]): Promise<Match[]> {
    if (events.length === 0) return []
    const ids = events.map(({ post_id }) => post_id)
    const views = await loadViews(uncachedPosts(services), ids, NEEDS)
    return events.flatMap((event) => {
      const view = views.get(event.post_id)
      if (view === undefined) return []
      const rules = this.#engine.match(filterPostOf(view)).flatMap((handle) => this.#rules[handle] ?? [])
      return rules.length === 0 ? [] : [{ post: new StreamedPost(view, event, 0), rules }]
    })
  }
}
