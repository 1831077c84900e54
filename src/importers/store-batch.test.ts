import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { findFullUsers } from '../domain/accounts/find-users.ts'
import type { ImportNotice } from '../domain/notices/import-notice.ts'
import type { ImportedPost } from '../domain/posts/import/imported-post.ts'
import { findPosts } from '../domain/posts/read/find-posts.ts'
import type { Runtime } from '../runtime.ts'
import { type StoredItem, storeBatch } from './store-batch.ts'

const FIRST_ID = 490_828_800_000_000_000n

for (const engine of ENGINES) {
  const engineTest = slowOnPostgres(engine)
  describe(`batches of imports on ${engine}`, () => {
    engineTest(
      'spec/data-files.md#stream-notices: notices have the same result in any division into batches',
      async (t) => {
        const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
        let run = 0
        await fc.assert(
          fc.asyncProperty(fc.array(fc.array(STEP, { maxLength: 6 }), { maxLength: 6 }), async (batches) => {
            run += 1
            const model = new Model()
            for (const steps of batches) {
              for (const step of steps) model.take(step)
              const items = steps.map((step) => itemOf(step, run))
              await storeBatch(runtime.context, items, async () => undefined)
            }
            assert.deepEqual(await stateOf(runtime, run), model.state)
          }),
          { numRuns: 60 },
        )
      },
    )
  })
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/data-files.md#user-files: renamed authors are reported with the index of their item, on ${engine}`,
    async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine), new TestClock())
      const item = (number: number, authorId: bigint): StoredItem => {
        const author = { id: authorId, readUser: () => ({ id: authorId, screenName: 'ann' }) }
        return {
          kind: 'posts',
          bundle: { posts: [{ ...postIn({ post: number, own: [] }, 9_000), author }], referenced: [] },
        }
      }
      const items = [item(1, 11n), item(2, 12n), item(3, 11n), item(4, 12n)]
      const repaired: unknown[] = []
      for (const repeated of [false, true]) {
        repaired.length = 0
        await storeBatch(context, items, async (_, outcome) => {
          repaired.splice(0, repaired.length, ...outcome.repaired)
        })
        const path = 'screen_name ann (imported as user_12)'
        const expected = [1, 3].map((index) => ({ index, path, fault: 'belongs to another user' }))
        // If a post is already present, its author does not change.
        assert.deepEqual(repaired, repeated ? [] : expected)
      }
      assert.equal((await findFullUsers(store, [12n])).get(12n)?.screenName, 'user_12')
    },
  )
}

/** Numbers of the posts in the property test. Each run has its own user, and its own ids for these numbers. */
const NUMBERS = [1, 2, 3]
const OWN = fc.constantFrom([], ['BR'])

type Step =
  | { readonly post: number; readonly own: readonly string[] }
  | { readonly delete: number; readonly isRight: boolean }
  | { readonly drop: number; readonly isDropped: boolean }
  | { readonly withhold: number; readonly countries: readonly string[] }
  | { readonly scrubUpTo: number }
  | { readonly isProtected: boolean }

const NUMBER = fc.constantFrom(...NUMBERS)
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ post: NUMBER, own: OWN }), weight: 3 },
  fc.record({ delete: NUMBER, isRight: fc.boolean() }),
  fc.record({ drop: NUMBER, isDropped: fc.boolean() }),
  fc.record({ withhold: NUMBER, countries: fc.constantFrom([], ['DE'], ['DE', 'FR']) }),
  fc.record({ scrubUpTo: NUMBER }),
  fc.record({ isProtected: fc.boolean() }),
)

function idIn(run: number, number: number): bigint {
  return FIRST_ID + BigInt(run * 10 + number)
}

function userOf(run: number): bigint {
  return 1_000n + BigInt(run)
}

function itemOf(step: Step, run: number): StoredItem {
  if (!('post' in step)) return { kind: 'notice', notice: noticeOf(step, run) }
  return { kind: 'posts', bundle: { posts: [postIn(step, run)], referenced: [] } }
}

function postIn({ post, own }: Extract<Step, { post: number }>, run: number): ImportedPost {
  return {
    id: idIn(run, post),
    author: { id: userOf(run) },
    createdAt: Date.UTC(2014, 6, 20, 12),
    ...{ inReplyToPostId: null, inReplyToUserId: null, quotedId: null, repostedId: null },
    ...{ content: '{"text":"a"}', isCutShort: false, mentioned: [], counts: undefined },
    geo: { coordinates: { long: 1, lat: 2 } },
    withheldInCountries: own,
  }
}

function noticeOf(step: Exclude<Step, { post: number }>, run: number): ImportNotice {
  const user = userOf(run)
  const about = (number: number) => ({ on: 'post', id: idIn(run, number), authorId: user }) as const
  if ('delete' in step) {
    return { ...about(step.delete), action: 'delete', authorId: step.isRight ? user : user + 5_000n }
  }
  if ('drop' in step) return { ...about(step.drop), action: step.isDropped ? 'drop' : 'undrop' }
  if ('withhold' in step) return { ...about(step.withhold), action: 'withhold', countries: step.countries }
  if ('scrubUpTo' in step) {
    return { on: 'user', action: 'scrub_geo', id: user, upToId: idIn(run, step.scrubUpTo) }
  }
  return { on: 'user', action: step.isProtected ? 'protect' : 'unprotect', id: user }
}

/** Applies the rules of the specification to one item at a time. */
class Model {
  readonly #posts = new Map<number, { countries: readonly string[]; isDropped: boolean }>()
  readonly #deleted = new Set<number>()
  readonly #dropped = new Set<number>()
  readonly #withheld = new Map<number, readonly string[]>()
  #scrubbedUpTo = 0
  #isProtected = false

  take(step: Step): void {
    if ('post' in step) this.#add(step.post, step.own)
    else if ('delete' in step) {
      if (!step.isRight) return
      this.#deleted.add(step.delete)
      this.#posts.delete(step.delete)
    } else if ('drop' in step) {
      const post = this.#posts.get(step.drop)
      if (post !== undefined) post.isDropped = step.isDropped
      else if (step.isDropped) this.#dropped.add(step.drop)
      else this.#dropped.delete(step.drop)
    } else if ('withhold' in step) {
      const post = this.#posts.get(step.withhold)
      if (post !== undefined) post.countries = step.countries
      else if (step.countries.length > 0) this.#withheld.set(step.withhold, step.countries)
      else this.#withheld.delete(step.withhold)
    } else if ('scrubUpTo' in step) this.#scrubbedUpTo = Math.max(this.#scrubbedUpTo, step.scrubUpTo)
    else this.#isProtected = step.isProtected
  }

  #add(number: number, own: readonly string[]): void {
    if (this.#deleted.has(number) || this.#posts.has(number)) return
    const isDropped = this.#dropped.has(number)
    this.#posts.set(number, { countries: this.#withheld.get(number) ?? own, isDropped })
  }

  get state(): readonly string[] {
    const posts = [...this.#posts].map(
      ([number, { countries, isDropped }]) =>
        `${number} ${number > this.#scrubbedUpTo} ${isDropped} ${countries}`,
    )
    return posts.length === 0 ? [] : [`protected ${this.#isProtected}`, ...posts.toSorted()]
  }
}

async function stateOf({ store }: Pick<Runtime, 'store'>, run: number): Promise<readonly string[]> {
  const user = (await findFullUsers(store, [userOf(run)])).get(userOf(run))
  const posts = await findPosts(
    store,
    NUMBERS.map((number) => idIn(run, number)),
  )
  const lines = [...posts.values()].map(
    ({ id, geo, droppedAt, withheldInCountries }) =>
      `${Number(id - FIRST_ID) - run * 10} ${geo !== undefined} ${droppedAt !== null} ${withheldInCountries}`,
  )
  return lines.length === 0 ? [] : [`protected ${user?.isProtected}`, ...lines.toSorted()]
}
