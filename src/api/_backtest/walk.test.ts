/** Tests backtests with more posts than one request examines, on both engines. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { atTime } from '../../../test/support/at-time.ts'
import { consumed } from '../../../test/support/consumed.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { WordCodec } from '../../domain/search/word-codec.ts'
import type { Expression } from '../../filter/ast.ts'
import { V2_STREAM } from '../../filter/dialect.ts'
import { readRule } from '../../filter/rule.ts'
import { must } from '../../lib/assert.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { CurrentLog } from '../../views/current-log.ts'
import { UserCache } from '../../views/user-cache.ts'
import { type BacktestSpan, spanOf, tokenOf } from './span.ts'
import { type WalkOptions, walk } from './walk.ts'

const SECONDS = 30
const IN_SECOND = 8

function ruleOf(text: string): Expression {
  const reading = readRule(text, V2_STREAM)
  assert.ok('expression' in reading)
  return reading.expression
}

/** Posts in several seconds, eight in each second, and a function that examines them in limited requests. */
async function stage(t: TestContext, engine: Engine) {
  const { context, server } = await startTestServer(t, { engine })
  const { id: authorId } = await createOneUser(context)
  const now = context.clock.now()
  const first = Math.floor(now / 1_000) * 1_000 - 3_600_000
  const posts = await Promise.all(
    Array.from({ length: SECONDS * IN_SECOND }, (_, index) => {
      const at = first + Math.floor(index / IN_SECOND) * 60_000 + (index % IN_SECOND) * 100
      const text = `${index % 3 === 0 ? 'cat' : 'dog'} ${index}`
      return createPost(atTime(context, at), { authorId, text, isLimited: false })
    }),
  )
  const { store } = context
  const codec = new WordCodec(context.vault)
  const services = { store, codec, users: new UserCache(new CurrentLog(store, server.tail), store) }
  const ids = posts.map(({ id }) => id).sort((a, b) => (a > b ? -1 : 1))
  const step = async (
    rule: string,
    span: BacktestSpan,
    maxCandidates: number,
    more: Partial<WalkOptions> = {},
  ) => {
    const found: bigint[] = []
    const unindexed = { ids: [], isAll: true }
    const onMatch = (id: bigint) => void found.push(id)
    const options = { rules: [ruleOf(rule)], span, unindexed, maxCandidates, onMatch, ...more }
    return { found, ...(await walk(services, options)) }
  }
  const spanAt = (token?: string) => must(spanOf(now, 7, token), 'a span')
  return { store, ids, step, spanAt }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`several limited requests find the same posts as one unlimited request, on ${engine}`, async (t) => {
    const { store, ids, step, spanAt } = await stage(t, engine)
    await t.test('with an empty index, and with a complete index', async () => {
      const lacking = (ids: readonly bigint[]) => ({ unindexed: { ids, isAll: true } })
      const early = await step('cat OR dog', spanAt(), 1_000, lacking(ids))
      assert.deepEqual(early.found, ids)
      await consumed(store, 'search')
      const late = await step('cat OR dog', spanAt(), 1_000, lacking(ids.slice(20, 90)))
      assert.deepEqual([late.found, late.examined, late.next], [ids, ids.length, undefined])
    })

    await t.test('with any number of ids per statement', async () => {
      for (const idsPerStatement of [1, 7, 80, ids.length, ids.length + 1]) {
        const unindexed = { ids: ids.filter((_, index) => index % 5 === 0), isAll: true }
        const { found } = await step('cat OR dog', spanAt(), 1_000, { idsPerStatement, unindexed })
        assert.deepEqual(found, ids, `${idsPerStatement} ids per statement`)
      }
    })

    await t.test(
      'a request ends at the end of a second, and the next request continues with the second before',
      async () => {
        for (const max of [1, 7, 20, 100]) {
          const found: bigint[] = []
          let span = spanAt()
          for (;;) {
            const part = await step('cat OR dog', span, max)
            found.push(...part.found)
            assert.ok(part.examined <= Math.max(max, IN_SECOND) + IN_SECOND)
            if (part.next === undefined) break
            assert.equal(part.start, Math.floor(snowflakeTime(part.next) / 1_000) * 1_000 + 1_000)
            const later = spanAt(tokenOf(span, part.next))
            assert.equal(later.end, part.start)
            span = later
          }
          assert.deepEqual(found, ids, `at most ${max} posts per request`)
        }
      },
    )

    await t.test('a second with more than twice the limit of posts is divided', async () => {
      const { found, next, examined } = await step('cat OR dog', spanAt(), 3)
      assert.deepEqual([found, next, examined], [ids.slice(0, 6), ids[6], 6])
    })

    await t.test('only posts that may match are examined', async () => {
      const { found, examined } = await step('cat', spanAt(), 1_000)
      assert.deepEqual([found.length, examined], [80, 80])
    })
  })
}
