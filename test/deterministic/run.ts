/**
 * A run makes calls one after the other, and then reads every stream for a minute, or for ten seconds in the
 * fast part. The first run chooses the calls, and later runs repeat them.
 */
import { streamPath } from '../../src/domain/console/stream.ts'
import { must } from '../../src/lib/assert.ts'
import type { Launched } from '../../src/testing/launch.ts'
import { byPart } from '../support/part.ts'
import type { Receiver } from '../support/webhooks/webhook-receiver.ts'
import { type CallerKeys, callAs, callOf, endpointsInOrder, plainCall } from './calls.ts'
import { Client, type OpenStream, type RecordedCall } from './client.ts'
import { Dice } from './dice.ts'
import { Seen, textOf } from './values.ts'
import { STREAM_ACCOUNT } from './world.ts'

/** A call, or a number of milliseconds by which the clock is moved. */
export type Step = RecordedCall | number

export interface Recording {
  readonly calls: readonly Step[]
  readonly streams: readonly RecordedCall[]
  readonly minute: readonly Step[]
}

export interface Results {
  readonly recording: Recording
  /** The response to each call as text. */
  readonly answers: readonly string[]
  /** The head and the decompressed body of each stream, by its path. */
  readonly streams: Readonly<Record<string, string>>
  /**
   * Signatures and bodies of deliveries by user, in order. Deliveries for different users have no fixed
   * order.
   */
  readonly deliveries: Readonly<Record<string, readonly string[]>>
}

const SECONDS = byPart(10, 60)

/** The sampled streams contain only posts of some milliseconds of each second. This is one of them. */
const SAMPLED_MS = 660

/** Runs new calls. @param count number of calls */
export async function record(launched: Launched, receiver: Receiver, count: number): Promise<Results> {
  const { server, world } = launched
  const bearer = 'apps' in world ? must(world.apps[0], 'the app').bearer_token : world.app.bearerToken
  const clock = server.runtime.context.clock
  const keys: CallerKeys = { bearer, dice: new Dice(20_200_812), seen: new Seen(), now: () => clock.now() }
  const endpoints = endpointsInOrder(keys.dice)
  let made = 0
  const calls = newSteps(keys, function next() {
    if (made === count) return undefined
    const endpoint = must(endpoints[made % endpoints.length], 'an endpoint')
    made += 1
    return callOf(endpoint, keys)
  })
  let second = 0
  let writes = 0
  const minute = newSteps(keys, function next() {
    if (second === SECONDS) return undefined
    writes += 1
    // The clock moves to a sampled millisecond, so that the next step writes a post that the samples contain.
    if (writes % 4 === 2) return (SAMPLED_MS + 1_000 - (clock.now() % 1_000)) % 1_000
    if (writes % 4 === 3) return plainCall(keys, 'POST', '/2/tweets', 'user', { text: textOf(keys.dice) })
    if (writes % 4 !== 0) return write(keys)
    second += 1
    return 1_000 - (clock.now() % 1_000)
  })
  return run(launched, receiver, { calls, streams: () => streamCalls(keys), minute })
}

/** Repeats the calls of another run. */
export function repeat(
  launched: Launched,
  receiver: Receiver,
  { calls, streams, minute }: Recording,
): Promise<Results> {
  return run(launched, receiver, {
    calls: sameSteps(calls),
    streams: () => streams,
    minute: sameSteps(minute),
  })
}

interface Steps {
  /** The next step, which may depend on earlier responses. Undefined after the last step. */
  next(): Step | undefined
  answered(step: RecordedCall, answer: string): void
}

function newSteps({ dice, seen }: CallerKeys, next: () => Step | undefined): Steps {
  return {
    next: () => (dice.chance(0.15) ? dice.pick([400, 2_000, 15_000, 90_000]) : next()),
    answered: ({ method, target }, answer) => seen.note(target, method, answer),
  }
}

function sameSteps(steps: readonly Step[]): Steps {
  let at = 0
  return {
    next() {
      at += 1
      return steps[at - 1]
    },
    answered: () => undefined,
  }
}

interface Plan {
  readonly calls: Steps
  readonly streams: () => readonly RecordedCall[]
  readonly minute: Steps
}

async function run(launched: Launched, receiver: Receiver, plan: Plan): Promise<Results> {
  const client = new Client(launched.server.url)
  const answers: string[] = []
  const first = receiver.deliveries.length
  const opened = new Map<string, OpenStream>()
  try {
    const calls = await take(launched, client, plan.calls, answers)
    const streams = plan.streams()
    for (const call of streams) opened.set(call.target, await client.stream(call))
    const minute = await take(launched, client, plan.minute, answers)
    await quiet(opened)
    return {
      ...{ answers, recording: { calls, streams, minute } },
      streams: Object.fromEntries([...opened].map(([target, stream]) => [target, stream.text])),
      deliveries: byUser(receiver.deliveries.slice(first)),
    }
  } finally {
    for (const stream of opened.values()) stream.close()
    client.close()
  }
}

function byUser(deliveries: Receiver['deliveries']): Results['deliveries'] {
  const ofUsers: Record<string, string[]> = {}
  for (const { headers, raw, body } of deliveries) {
    const user = String(body['for_user_id'])
    ofUsers[user] ??= []
    ofUsers[user].push(`${headers['x-twitter-webhooks-signature']} ${raw.toString()}`)
  }
  return ofUsers
}

async function take({ server }: Launched, client: Client, steps: Steps, answers: string[]): Promise<Step[]> {
  const taken: Step[] = []
  const clock = must(server.testControls, 'the test controls').clock
  for (let step = steps.next(); step !== undefined; step = steps.next()) {
    taken.push(step)
    if (typeof step === 'number') {
      await clock.step(step)
      continue
    }
    const answer = await client.send(step)
    answers.push(`${step.method} ${step.target}\n${answer}`)
    steps.answered(step, answer)
    // The step waits until the messages and deliveries of the call are rendered, because the messages contain
    // counts as they are when the messages are rendered.
    await clock.step(0)
  }
  return taken
}

function streamCalls(keys: CallerKeys): RecordedCall[] {
  const {
    account: accountName,
    publisher,
    label,
  } = { ...STREAM_ACCOUNT, publisher: 'twitter', label: 'prod' }
  const basic = Buffer.from(`${STREAM_ACCOUNT.email}:${STREAM_ACCOUNT.password}`).toString('base64')
  return [
    plainCall(
      keys,
      'GET',
      '/2/tweets/search/stream?tweet.fields=created_at,public_metrics&expansions=author_id',
      'app',
    ),
    plainCall(keys, 'GET', '/2/tweets/sample/stream', 'app'),
    plainCall(keys, 'GET', '/labs/1/tweets/stream/filter', 'app'),
    plainCall(keys, 'GET', '/labs/1/tweets/stream/sample', 'app'),
    // Two users open the next two streams, because a user can have only one of them at a time.
    callAs(keys, 0, '/1.1/statuses/filter.json?track=heron,pond&delimited=length'),
    callAs(keys, 1, '/1.1/statuses/sample.json?delimited=length'),
    callAs(keys, 0, '/1.1/user.json?replies=all&track=heron'),
    callAs(keys, 1, '/1.1/site.json?follow=1001,1002&delimited=length'),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((partition) => ({
      method: 'GET',
      target: streamPath({ accountName, publisher, label }, partition),
      headers: { authorization: `Basic ${basic}`, 'accept-encoding': 'gzip' },
      body: undefined,
    })),
  ]
}

/** A call that has an effect on streams. */
function write(keys: CallerKeys): RecordedCall {
  const { dice, seen } = keys
  const post = seen.id('post', dice)
  const user = '1001'
  return dice.pick([
    () => plainCall(keys, 'POST', '/2/tweets', 'user', { text: textOf(dice) }),
    () => plainCall(keys, 'POST', '/2/tweets', 'user', { text: `heron ${textOf(dice)}` }),
    () => plainCall(keys, 'POST', `/2/users/${user}/likes`, 'user', { tweet_id: post }),
    () => plainCall(keys, 'POST', `/2/users/${user}/retweets`, 'user', { tweet_id: post }),
    () => plainCall(keys, 'DELETE', `/2/tweets/${post}`, 'user'),
  ])()
}

/**
 * Waits until no data arrives for some rounds of the event loop. After that, the server has written
 * everything.
 */
async function quiet(streams: ReadonlyMap<string, OpenStream>): Promise<void> {
  const bytes = () => [...streams.values()].reduce((sum, stream) => sum + stream.bytes, 0)
  for (let rounds = 0, last = bytes(); rounds < 200; rounds += 1) {
    await new Promise(setImmediate)
    if (bytes() !== last) rounds = 0
    last = bytes()
  }
}
