/**
 * A storm of moderation with sixteen readers of the compliance stream. By hand, for longer than tests may take:
 *
 *   node test/storm/storm.ts --engine postgres --seconds 60 --followers 1000000 --seed 1
 */

import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import type { Engine } from '../../src/db/query.ts'
import { uniformOf } from '../../src/demo/random.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import type { Context } from '../../src/domain/context.ts'
import { importFollows } from '../../src/domain/graph/import-follows.ts'
import { createPost } from '../../src/domain/posts/create-post.ts'
import { operatorToken } from '../../src/ops/operator-token.ts'
import type { Hooks } from '../support/engines.ts'
import { startTestServer } from '../support/server.ts'
import { createUsers } from '../support/users.ts'
import { StormReaders } from './readers.ts'
import { Book, type Deed, World, type WorldUser } from './world.ts'

export interface StormOptions {
  readonly engine: Engine
  readonly seed: number
  /** How long actions are sent; all that can be done in that time. */
  readonly seconds: number
  readonly users: number
  /** Of each user. */
  readonly posts: number
  /** Of the one big account. */
  readonly followers: number
}

export interface StormReport {
  readonly actions: number
  /** Actions a second, sustained. */
  readonly rate: number
}

/** Actions of one request, and requests between two looks at the readers. */
const BATCH = 100
const BATCHES = 4

/** Requests that are on their way at once, each about users of its own. */
const LANES = 4

/** Raises the storm, and checks that every reader was told everything. */
export async function storm(t: Hooks, options: StormOptions): Promise<StormReport> {
  const { server, url, context, config } = await startTestServer(t, {
    engine: options.engine,
    settings: { limits: 'off' },
  })
  const users = await populate(context, options)
  const readers = await StormReaders.open(context, url)
  t.after(() => readers.close())
  const authorization = `Bearer ${operatorToken(config.data, context.random)}`
  const send = (deeds: readonly Deed[]) => moderate(`${server.opsUrl}/moderation`, authorization, deeds)
  const book = new Book()
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const own = users.filter((_, index) => index % LANES === lane)
    return new World(own, uniformOf(options.seed, lane))
  })
  const started = performance.now()
  const isOver = () => performance.now() - started > options.seconds * 1_000
  while (!isOver()) {
    await Promise.all(lanes.map((world) => blow(world, book, send, isOver)))
    await readers.fidget()
  }
  const seconds = (performance.now() - started) / 1_000
  await readers.settle(book)
  return { actions: book.length, rate: book.length / seconds }
}

async function blow(
  world: World,
  book: Book,
  send: (deeds: readonly Deed[]) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  for (let batch = 0; batch < BATCHES && !isOver(); batch += 1) {
    const deeds = Array.from({ length: BATCH }, () => world.next())
    await send(deeds)
    for (const deed of deeds) book.note(deed)
  }
}

async function moderate(url: string, authorization: string, deeds: readonly Deed[]): Promise<void> {
  const actions = deeds.map(({ action }) => ({ ...action, reason: 'storm' }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ actor: 'storm', actions }),
  })
  const { results, error } = (await response.json()) as { results?: { done: boolean }[]; error?: string }
  assert.equal(response.status, 200, error ?? 'the batch')
  const refused = results?.findIndex(({ done }) => !done) ?? 0
  assert.equal(refused, -1, JSON.stringify([deeds[refused]?.action, results?.[refused]]))
}

async function populate(
  context: Context,
  { users: count, posts, followers }: StormOptions,
): Promise<WorldUser[]> {
  const users = await createUsers(context, count)
  const [big] = users as [User]
  for (let from = 0; from < followers; from += 10_000) {
    const edges = Array.from({ length: Math.min(10_000, followers - from) }, (_, index) => ({
      follower: 1_000_000_000n + BigInt(from + index),
      followee: big.id,
    }))
    await importFollows(context, edges, async () => undefined)
  }
  const worlds = users.map(
    ({ id }) => ({ id, posts: [], isProtected: false, isSuspended: false, hasLeft: false }) as WorldUser,
  )
  for (let round = 0; round < posts; round += 1) {
    await Promise.all(
      worlds.map(async (user) => {
        const text = `post ${round} before the storm`
        const { id } = await createPost(context, { authorId: user.id, text, isLimited: false })
        user.posts.push(id)
      }),
    )
  }
  return worlds
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'sqlite' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      users: { type: 'string', default: '400' },
      posts: { type: 'string', default: '300' },
      followers: { type: 'string', default: '1000000' },
    },
  })
  const ends: (() => unknown)[] = []
  try {
    const report = await storm({ after: (end: () => unknown) => ends.unshift(end) } as unknown as Hooks, {
      engine: values.engine as Engine,
      seed: Number(values.seed),
      seconds: Number(values.seconds),
      users: Number(values.users),
      posts: Number(values.posts),
      followers: Number(values.followers),
    })
    process.stdout.write(
      `${report.actions} actions, ${Math.round(report.rate)} a second; every reader was told of all of them\n`,
    )
  } finally {
    for (const end of ends) await end()
  }
}

if (import.meta.main) await main()
