/**
 * Concurrent posts are processed in one batch. The results equal the results of posts that are written one after
 * another.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { countStatements } from '../../../../test/support/databases/counted-statements.ts'
import { ENGINES, migratedConfig } from '../../../../test/support/engines.ts'
import { eventsAfter } from '../../../../test/support/events.ts'
import { byPart, slowOnPostgres } from '../../../../test/support/part.ts'
import { seeded } from '../../../../test/support/seeded.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import type { Engine } from '../../../db/query.ts'
import type { StoreObserver } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { Snowflakes } from '../../../lib/ids/snowflake.ts'
import { openRuntime } from '../../../runtime.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { requireUser } from '../../accounts/user.ts'
import { createPost, writePost } from './create-post.ts'

const DAY_MS = 86_400_000

async function bench(t: TestContext, engine: Engine, observer: StoreObserver = {}) {
  const clock = new TestClock()
  const runtime = await openRuntime(await migratedConfig(t, engine), { manner: 'command', clock, observer })
  t.after(() => runtime.close())
  const lease = { worker: 3, from: 0, until: Number.MAX_SAFE_INTEGER }
  return { clock, store: runtime.store, context: { ...runtime.context, ids: new Snowflakes(clock, lease) } }
}

/** A model of the rules for the posts of one author. */
class AuthorModel {
  readonly #refusal: string | undefined
  readonly #posts: { readonly at: number; readonly text: string }[] = []

  /** @param refusal reason for which every post of the author is refused */
  constructor(refusal?: string) {
    this.#refusal = refusal
  }

  get written(): number {
    return this.#posts.length
  }

  write(text: string, isLimited: boolean, now: number): string | number {
    if (this.#refusal !== undefined) return this.#refusal
    const ofDay = this.#posts.filter(({ at }) => at > now - DAY_MS)
    if (isLimited && ofDay.length >= 2_400) return 'posts-too-many'
    if (ofDay.some((post) => post.text === text)) return 'post-duplicate'
    this.#posts.push({ at: now, text })
    return this.#posts.length
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`concurrent posts are stored or refused as in a model (${engine})`, async (t) => {
    const { clock, store, context } = await bench(t, engine)
    const users = await createUsers(context, 5)
    const authors = [...users.map(({ id }) => id), 1n]
    await changeUserState(context, { userId: must(authors[0], 'a user'), action: 'suspend' })
    await changeUserState(context, { userId: must(authors[1], 'a user'), action: 'deactivate' })
    const models = [
      'user-suspended',
      'user-deactivated',
      undefined,
      undefined,
      undefined,
      'user-not-found',
    ].map((refusal) => new AuthorModel(refusal))
    const check = async (posts: readonly { by: number; text: string; isLimited: boolean }[]) => {
      const expected = posts.map(({ by, text, isLimited }) => models[by]?.write(text, isLimited, clock.now()))
      const results = await Promise.allSettled(
        posts.map(({ by, ...post }) =>
          writePost(context, { authorId: must(authors[by], 'an author'), ...post }),
        ),
      )
      const said = results.map((result) =>
        result.status === 'rejected' ? result.reason.reason : result.value.author.statusesCount,
      )
      assert.deepEqual(said, expected)
    }
    // The third author has almost reached the daily limit.
    await check(Array.from({ length: 2_390 }, (_, index) => ({ by: 2, text: `${index}`, isLimited: true })))
    const random = seeded(34)
    const pick = <T>(all: readonly T[]): T => must(all[Math.floor(random() * all.length)], 'one of them')
    const rounds = byPart(24, 60)
    for (let round = 0; round < rounds; round += 1) {
      // Days pass only in the second half of the test. Then the third author can write again.
      clock.set(
        clock.now() + pick(round < rounds / 2 ? [0, 1_000] : [0, 1_000, DAY_MS - 1, DAY_MS, DAY_MS + 1]),
      )
      await check(
        Array.from({ length: 1 + Math.floor(random() * 20) }, (_, index) => ({
          by: pick([0, 1, 2, 2, 2, 3, 3, 4, 5]),
          text: random() < 0.4 ? pick(['again', 'and "again"', "it's \\ again"]) : `${round}: ${index}`,
          isLimited: random() < 0.8,
        })),
      )
    }
    const events = await eventsAfter({ store }, 0n)
    assert.deepEqual(
      events.map(({ position }) => position),
      events.map((_, index) => BigInt(index + 1)),
    )
    for (const [index, authorId] of authors.entries()) {
      const created = events.filter((event) => event.kind === 'post.created' && event.user_id === authorId)
      const written = models[index]?.written ?? 0
      assert.equal(created.length, written)
      if (written > 0) assert.equal((await requireUser(store, { id: authorId })).statusesCount, written)
    }
  })

  test(`statements are shared by a group of posts (${engine})`, async (t) => {
    const { texts, observer } = countStatements(t)
    const { context } = await bench(t, engine, observer)
    const [user] = await createUsers(context, 1)
    const { id: authorId } = must(user, 'a user')
    const write = (text: string) => createPost(context, { authorId, text })
    // After these posts, the process sends expected positions with its events, and the database has prepared its
    // statements.
    for (let post = 0; post < 20; post += 1) await write(`before ${post}`)
    const cost = async (count: number) => {
      texts.length = 0
      await Promise.all(Array.from({ length: count }, (_, post) => write(`${count} at once: ${post}`)))
      return texts.map(shortened)
    }
    assert.deepEqual(await cost(1), STATEMENTS[engine])
    assert.deepEqual(await cost(20), STATEMENTS[engine])
  })
}

/** The statements for a batch of posts. On PostgreSQL, only the second, the third and the commit are awaited. */
const STATEMENTS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    'begin immediate',
    'select null where',
    'select writing.text_key, users.id,',
    'insert into "posts"',
    'insert into "user_counts"',
    'update "event_log" set',
    'insert into "events"',
    'commit',
  ],
  postgres: [
    'begin isolation level read committed read write;set local lock_timeout = 100;savepoint command',
    'select user_counts.user_id from',
    'select writing.text_key, users.id,',
    'insert into "posts"',
    'insert into "user_counts"',
    'release command;set local lock_timeout = 5000',
    'with added ("position",',
    'commit',
  ],
}

/** The first three words of a statement; for a transaction command, its whole text. */
function shortened(text: string): string {
  const words = text.trim().split(/\s+/)
  if (/^(begin|release|commit)/.test(text)) return words.join(' ')
  return words.slice(0, 3).join(' ')
}
