/**
 * A reference model of relations between users: sets of pairs, and the required effect of each command on the
 * sets. Tests compare the commands with this model.
 */

import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { type Context, Refusal } from '../../../src/domain/context.ts'
import { block, unblock } from '../../../src/domain/graph/block.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import { acceptFollowRequest, denyFollowRequest } from '../../../src/domain/graph/follow-requests.ts'
import { updateFollowSettings } from '../../../src/domain/graph/follow-settings.ts'
import { mute, unmute } from '../../../src/domain/graph/mute.ts'
import * as fc from '../properties.ts'

const COMMANDS = [
  'follow',
  'follow and be notified',
  'unfollow',
  'accept',
  'deny',
  'block',
  'unblock',
  'mute',
  'unmute',
  'hide retweets',
  'protect',
  'unprotect',
] as const

/** An action of the user `from` on the user `to`. Both are indexes from 0. */
export interface Step {
  readonly command: (typeof COMMANDS)[number]
  readonly from: number
  readonly to: number
}

export function step(crowd: number): fc.Arbitrary<Step> {
  const one = fc.nat({ max: crowd - 1 })
  const command = fc.oneof(
    { weight: 5, arbitrary: fc.constant('follow' as const) },
    { weight: 3, arbitrary: fc.constant('accept' as const) },
    { weight: 8, arbitrary: fc.constantFrom(...COMMANDS) },
  )
  return fc.record({ command, from: one, to: one })
}

/** The result of a command: its outcome or the reason for its refusal, and its events in order. */
export interface StepResult {
  readonly outcome: unknown
  readonly events: readonly object[]
}

type Pairs = Set<string>

/** Sorted rows of every relation, each in the form `from to`. */
export interface Tables {
  readonly edges: readonly string[]
  readonly requests: readonly string[]
  readonly blocks: readonly string[]
  readonly mutes: readonly string[]
  /** Rows in the form `from to retweets notifications`. */
  readonly settings: readonly string[]
}

export class RelationsModel {
  readonly #ids: readonly bigint[]
  readonly #edges: Pairs = new Set()
  readonly #requests: Pairs = new Set()
  readonly #blocks: Pairs = new Set()
  readonly #mutes: Pairs = new Set()
  readonly #noRetweets: Pairs = new Set()
  readonly #notified: Pairs = new Set()
  readonly #protected = new Set<bigint>()

  constructor(ids: readonly bigint[]) {
    this.#ids = ids
  }

  get tables(): Tables {
    const settings = [...this.#edges]
      .filter((pair) => this.#noRetweets.has(pair) || this.#notified.has(pair))
      .map((pair) => `${pair} ${this.#noRetweets.has(pair) ? 0 : 1} ${this.#notified.has(pair) ? 1 : 0}`)
    const sorted = (pairs: Iterable<string>) => [...pairs].sort()
    return {
      edges: sorted(this.#edges),
      requests: sorted(this.#requests),
      blocks: sorted(this.#blocks),
      mutes: sorted(this.#mutes),
      settings: sorted(settings),
    }
  }

  apply({ command, from, to }: Step): StepResult {
    const [a, b] = [idOf(this.#ids, from), idOf(this.#ids, to)]
    switch (command) {
      case 'follow':
        return this.#follow(a, b, false)
      case 'follow and be notified':
        return this.#follow(a, b, true)
      case 'unfollow':
        return this.#unfollow(a, b)
      case 'accept':
        if (!this.#requests.delete(`${b} ${a}`)) return stepResult('follow-request-not-found')
        this.#edges.add(`${b} ${a}`)
        return stepResult(undefined, followEvent('user.followed', b, a))
      case 'deny':
        if (!this.#requests.delete(`${b} ${a}`)) return stepResult('follow-request-not-found')
        return stepResult(undefined, ended(b, a, 'denied'))
      case 'block':
        return this.#block(a, b)
      case 'unblock':
        if (!this.#blocks.delete(`${a} ${b}`)) return stepResult(false)
        return stepResult(true, { kind: 'user.unblocked', user_id: a, blocked_id: b })
      case 'mute':
        if (a === b) return stepResult('mutes-oneself')
        if (this.#mutes.has(`${a} ${b}`)) return stepResult(false)
        this.#mutes.add(`${a} ${b}`)
        return stepResult(true, { kind: 'user.muted', user_id: a, muted_id: b })
      case 'unmute':
        if (!this.#mutes.delete(`${a} ${b}`)) return stepResult('not-muting')
        return stepResult(undefined, { kind: 'user.unmuted', user_id: a, muted_id: b })
      case 'hide retweets':
        if (!this.#edges.has(`${a} ${b}`)) return stepResult('not-following')
        this.#noRetweets.add(`${a} ${b}`)
        return stepResult(undefined)
      case 'protect':
        if (this.#protected.has(a)) return stepResult('state-already-so')
        this.#protected.add(a)
        return stepResult('changed', stateChanged(a, 'protect'))
      case 'unprotect':
        if (!this.#protected.delete(a)) return stepResult('state-already-so')
        return stepResult('changed', stateChanged(a, 'unprotect'))
    }
  }

  #follow(a: bigint, b: bigint, isNotified: boolean): StepResult {
    const pair = `${a} ${b}`
    if (a === b) return stepResult('follows-oneself')
    if (this.#blocks.has(`${b} ${a}`)) return stepResult('blocked-by-target')
    if (this.#blocks.has(pair)) return stepResult('blocks-target')
    if (this.#edges.has(pair)) {
      if (isNotified) this.#notified.add(pair)
      return stepResult('followed-already')
    }
    if (this.#protected.has(b)) {
      if (this.#requests.has(pair)) return stepResult('follow-requested-already')
      this.#requests.add(pair)
      return stepResult('requested', followEvent('user.follow_requested', a, b))
    }
    this.#requests.delete(pair)
    this.#edges.add(pair)
    if (isNotified) this.#notified.add(pair)
    return stepResult('followed', followEvent('user.followed', a, b))
  }

  #unfollow(a: bigint, b: bigint): StepResult {
    const events = this.#part(a, b, 'withdrawn')
    return stepResult(events.length > 0, ...events)
  }

  #block(a: bigint, b: bigint): StepResult {
    if (a === b) return stepResult('blocks-oneself')
    if (this.#blocks.has(`${a} ${b}`)) return stepResult(false)
    this.#blocks.add(`${a} ${b}`)
    return stepResult(
      true,
      { kind: 'user.blocked', user_id: a, blocked_id: b },
      ...this.#part(a, b, 'blocked'),
      ...this.#part(b, a, 'blocked'),
    )
  }

  /** Ends the follow, or the follow request, from `a` to `b`. Returns the events. */
  #part(a: bigint, b: bigint, how: string): object[] {
    const pair = `${a} ${b}`
    this.#noRetweets.delete(pair)
    this.#notified.delete(pair)
    return [
      ...(this.#edges.delete(pair) ? [followEvent('user.unfollowed', a, b)] : []),
      ...(this.#requests.delete(pair) ? [ended(a, b, how)] : []),
    ]
  }
}

function stepResult(outcome: unknown, ...events: readonly object[]): StepResult {
  return { outcome, events }
}

function followEvent(kind: string, a: bigint, b: bigint): object {
  return { kind, user_id: a, followee_id: b }
}

function ended(a: bigint, b: bigint, how: string): object {
  return { kind: 'user.follow_request_ended', user_id: a, followee_id: b, how }
}

function stateChanged(a: bigint, action: string): object {
  return { kind: 'user.state_changed', user_id: a, action, withheld_in_countries: [], reason: '' }
}

function idOf(ids: readonly bigint[], index: number): bigint {
  const id = ids[index]
  if (id === undefined) throw new RangeError(`there is nobody ${index}`)
  return id
}

/** Runs the command of a step. @returns its outcome, or the reason for its refusal */
export async function perform(
  context: Context,
  ids: readonly bigint[],
  { command, from, to }: Step,
): Promise<unknown> {
  const [a, b] = [idOf(ids, from), idOf(ids, to)]
  const acts: Record<Step['command'], () => Promise<unknown>> = {
    follow: async () => (await follow(context, { follower: a, followee: b })).outcome,
    'follow and be notified': async () =>
      (await follow(context, { follower: a, followee: b, wantsNotifications: true })).outcome,
    unfollow: () => unfollow(context, { follower: a, followee: b }),
    accept: () => acceptFollowRequest(context, { target: a, requester: b }),
    deny: () => denyFollowRequest(context, { target: a, requester: b }),
    block: () => block(context, { userId: a, blockedId: b }),
    unblock: () => unblock(context, { userId: a, blockedId: b }),
    mute: () => mute(context, { userId: a, mutedId: b }),
    unmute: () => unmute(context, { userId: a, mutedId: b }),
    'hide retweets': () => updateFollowSettings(context, { follower: a, followee: b, wantsRetweets: false }),
    protect: () => changeUserState(context, { userId: a, action: 'protect' }).then(() => 'changed'),
    unprotect: () => changeUserState(context, { userId: a, action: 'unprotect' }).then(() => 'changed'),
  }
  try {
    return await acts[command]()
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}
