/**
 * Pages of event ids, newest first, of all conversations of a user or of one conversation. A cursor is the id of an
 * event, with a direction. `c > 0` selects events older than `c`. `c < -1` selects events newer than `-c`. -1 selects
 * the newest events.
 */
import { type RawBuilder, sql } from 'kysely'
import { type ParameterOf, query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { Conversation } from './conversation-id.ts'
import type { DmEventKind } from './dm-event.ts'

export interface EventPageInput {
  readonly userId: bigint
  /** Undefined selects the events of all conversations. */
  readonly conversation: Conversation | undefined
  readonly kinds: readonly DmEventKind[]
  /** The format of cursors is described at the beginning of this file. */
  readonly cursor: bigint
  readonly count: number
}

export interface EventIdPage {
  /** Newest first. */
  readonly ids: readonly bigint[]
  /** The cursor of the next page; 0 if there is no next page. */
  readonly nextCursor: bigint
  readonly previousCursor: bigint
}

const FIRST_CURSOR = -1n

/** A page of the events that the user has not deleted. */
export async function eventIds(reader: Reader, input: EventPageInput): Promise<EventIdPage> {
  const { cursor, count } = input
  const isNewer = cursor < FIRST_CURSOR
  const rows = await reader.rows(PAGES[input.conversation?.kind ?? 'all'][isNewer ? 'newer' : 'older'], {
    user: input.userId,
    bound: isNewer ? -cursor : cursor > 0n ? cursor : LARGEST_ID,
    other: otherOf(input.conversation),
    messages: input.kinds.includes('message') ? 1 : 0,
    joins: input.kinds.includes('join') ? 1 : 0,
    count: count + 1,
  })
  const nearest = rows.slice(0, count).map(({ id }) => id)
  const ids = isNewer ? nearest.toReversed() : nearest
  const hasMore = rows.length > count
  const [first, last] = [ids[0], ids.at(-1)]
  return {
    ids,
    nextCursor: last !== undefined && (isNewer || hasMore) ? last : 0n,
    previousCursor: first !== undefined && (isNewer ? hasMore : cursor > 0n) ? -first : 0n,
  }
}

function otherOf(conversation: Conversation | undefined): bigint {
  if (conversation === undefined) return 0n
  return conversation.kind === 'pair' ? conversation.otherId : conversation.groupId
}

interface PageParameters {
  readonly user: bigint
  readonly bound: bigint
  readonly other: bigint
  readonly messages: number
  readonly joins: number
  readonly count: number
}

interface Order {
  readonly beyond: RawBuilder<unknown>
  readonly direction: RawBuilder<unknown>
}

const OLDER: Order = { beyond: sql`<`, direction: sql`desc` }
const NEWER: Order = { beyond: sql`>`, direction: sql`asc` }

type Parameters = ParameterOf<PageParameters>

// Each of the following statements reads an index from the cursor on, and returns at most `count` rows.
function copiesOf(p: Parameters, { beyond, direction }: Order) {
  return sql`select message_id as id from message_copies
    where user_id = ${p('user')} and message_id ${beyond} ${p('bound')} and ${p('messages')} = 1
    order by message_id ${direction} limit ${p('count')}`
}

function groupCopiesOf(p: Parameters, { beyond, direction }: Order, isOne: boolean) {
  const inGroup = isOne ? sql`and group_id = ${p('other')}` : sql``
  return sql`select event_id as id from group_copies
    where user_id = ${p('user')} ${inGroup} and event_id ${beyond} ${p('bound')}
      and ((kind = 'message' and ${p('messages')} = 1) or (kind = 'join' and ${p('joins')} = 1))
    order by event_id ${direction} limit ${p('count')}`
}

function pairCopiesOf(p: Parameters, { beyond, direction }: Order, sender: 'user' | 'other') {
  return sql`select messages.id from messages
      join message_copies on message_copies.user_id = ${p('user')} and message_copies.message_id = messages.id
    where messages.sender_id = ${p(sender)} and messages.recipient_id = ${p(sender === 'user' ? 'other' : 'user')}
      and messages.id ${beyond} ${p('bound')} and ${p('messages')} = 1
    order by messages.id ${direction} limit ${p('count')}`
}

/** SQL that merges the rows of both parts in one order, without duplicates. */
function merged(p: Parameters, { direction }: Order, one: RawBuilder<unknown>, other: RawBuilder<unknown>) {
  return sql<{ id: bigint }>`select id from (
      select id from (${one}) as one union select id from (${other}) as other
    ) as events order by id ${direction} limit ${p('count')}`
}

function pageOf(build: (p: Parameters, order: Order) => RawBuilder<{ id: bigint }>) {
  return {
    older: query<PageParameters>()((_, p) => build(p, OLDER)),
    newer: query<PageParameters>()((_, p) => build(p, NEWER)),
  }
}

const PAGES = {
  all: pageOf((p, order) => merged(p, order, copiesOf(p, order), groupCopiesOf(p, order, false))),
  pair: pageOf((p, order) =>
    merged(p, order, pairCopiesOf(p, order, 'user'), pairCopiesOf(p, order, 'other')),
  ),
  group: pageOf((p, order) => sql<{ id: bigint }>`${groupCopiesOf(p, order, true)}`),
}
