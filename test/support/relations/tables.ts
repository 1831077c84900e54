/**
 * Reads the rows of relations between users, and checks that they are consistent with the counters and the
 * log.
 */
import assert from 'node:assert/strict'
import { query } from '../../../src/db/query.ts'
import type { LoggedEvent } from '../../../src/log/event.ts'
import type { Runtime } from '../../../src/runtime.ts'
import { eventsAfter } from '../events.ts'
import { assertGraphIsWhole } from '../models/graph-tables.ts'
import type { Tables } from './model.ts'

/** All rows of all relations. */
export async function tablesOf({ store }: Runtime): Promise<Tables> {
  const [edges, requests, blocks, mutes, settings] = await Promise.all([
    store.rows(friends, {}),
    store.rows(followRequests, {}),
    store.rows(allBlocks, {}),
    store.rows(allMutes, {}),
    store.rows(followSettings, {}),
  ])
  return {
    edges: edges.map((row) => `${row.follower_id} ${row.followee_id}`).sort(),
    requests: requests.map((row) => `${row.requester_id} ${row.target_id}`).sort(),
    blocks: blocks.map((row) => `${row.user_id} ${row.blocked_id}`).sort(),
    mutes: mutes.map((row) => `${row.user_id} ${row.muted_id}`).sort(),
    settings: settings
      .map((row) => `${row.follower_id} ${row.followee_id} ${row.wants_retweets} ${row.wants_notifications}`)
      .sort(),
  }
}

/**
 * Asserts the invariants. Between two users with a block, there is no edge (follow) and no request. Where an
 * edge exists, there is no request, and where no edge exists, there are no settings. The copies and the
 * counters of edges agree. A replay of the log gives the same rows, and each event changes some rows.
 */
export async function assertRelationsAreWhole(runtime: Runtime): Promise<void> {
  await assertGraphIsWhole(runtime)
  const { edges, requests, blocks, mutes, settings } = await tablesOf(runtime)
  const blocked = new Set(blocks.flatMap((pair) => [pair, turned(pair)]))
  for (const pair of [...edges, ...requests]) assert.ok(!blocked.has(pair), `${pair} is blocked`)
  for (const pair of requests) assert.ok(!edges.includes(pair), `${pair} has an edge and a request`)
  for (const wish of settings)
    assert.ok(edges.includes(wish.replace(/ \d \d$/, '')), `${wish} without an edge`)
  const played = new Played()
  for (const event of await eventsAfter(runtime, 0n)) played.play(event)
  assert.deepEqual([...played.requests].sort(), requests)
  assert.deepEqual([...played.blocks].sort(), blocks)
  assert.deepEqual([...played.mutes].sort(), mutes)
}

function turned(pair: string): string {
  return pair.split(' ').toReversed().join(' ')
}

/** The rows that a replay of the log gives. */
class Played {
  readonly requests = new Set<string>()
  readonly blocks = new Set<string>()
  readonly mutes = new Set<string>()

  readonly #protected = new Set<bigint>()

  play(event: LoggedEvent): void {
    if (event.kind === 'user.follow_requested') add(this.requests, event, event.followee_id)
    if (event.kind === 'user.followed') this.#follow(event.user_id, event.followee_id)
    if (event.kind === 'user.follow_request_ended') remove(this.requests, event, event.followee_id)
    if (event.kind === 'user.blocked') add(this.blocks, event, event.blocked_id)
    if (event.kind === 'user.unblocked') remove(this.blocks, event, event.blocked_id)
    if (event.kind === 'user.muted') add(this.mutes, event, event.muted_id)
    if (event.kind === 'user.unmuted') remove(this.mutes, event, event.muted_id)
    if (event.kind === 'user.state_changed') this.#change(event.user_id, event.action)
  }

  #follow(follower: bigint, followee: bigint): void {
    const isAsked = this.requests.delete(`${follower} ${followee}`)
    assert.ok(isAsked || !this.#protected.has(followee), `${follower} followed ${followee} without a request`)
  }

  #change(user: bigint, action: string): void {
    if (action === 'protect') this.#protected.add(user)
    if (action === 'unprotect') this.#protected.delete(user)
  }
}

interface ByUser {
  readonly kind: string
  readonly position: bigint
  readonly user_id: bigint
}

function add(pairs: Set<string>, { kind, position, user_id }: ByUser, other: bigint): void {
  const pair = `${user_id} ${other}`
  assert.ok(!pairs.has(pair), `event ${position}, ${kind}, repeats a present state`)
  pairs.add(pair)
}

function remove(pairs: Set<string>, { kind, position, user_id }: ByUser, other: bigint): void {
  assert.ok(
    pairs.delete(`${user_id} ${other}`),
    `event ${position}, ${kind}, ends a relation that did not exist`,
  )
}

const friends = query()((k) => k.selectFrom('friends').selectAll())
const followRequests = query()((k) => k.selectFrom('follow_requests').selectAll())
const allBlocks = query()((k) => k.selectFrom('blocks').selectAll())
const allMutes = query()((k) => k.selectFrom('mutes').selectAll())
const followSettings = query()((k) => k.selectFrom('follow_settings').selectAll())
