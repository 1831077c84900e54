/** The contract of pages of users with tokens, as tests (spec/labs-lookup.md#pages-of-followers). */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { createTestApp } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { letFollow } from '../follows.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import { createUsers } from '../users.ts'
import { LookupStage } from './stage.ts'

export function userPageSuite(side: 'followers' | 'following', testOn: TestOn = slowOnPostgres): void {
  for (const engine of ENGINES) {
    describe(`${side} on ${engine}`, () => testOn(engine)('pages', (t) => pages(t, side, engine)))
  }
}

async function pages(t: TestContext, side: 'followers' | 'following', engine: Engine): Promise<void> {
  const stage = await LookupStage.open(t, '2', engine)
  const { context, app } = stage
  const user = await stage.user()
  const others = await createUsers(context, 7)
  for (const { id } of others) {
    stage.clock.advance(1)
    const edge =
      side === 'followers' ? { follower: id, followee: user.id } : { follower: user.id, followee: id }
    await letFollow(context, edge)
  }
  const expected = others.map(({ id }) => String(id)).toReversed()
  const path = `/users/${user.id}/${side}`
  const idsIn = ({ data = [] }: { data?: readonly { id: string }[] }) => data.map(({ id }) => id)

  await t.test(
    '200 spec/labs-lookup.md#pages-of-followers: all on one page, newest first, with meta',
    async () => {
      const body = await stage.got(path)
      assert.deepEqual(idsIn(body), expected)
      assert.deepEqual(body.meta, { result_count: 7 })
      assert.deepEqual(Object.keys(body.data[0]), ['id', 'name', 'username'])
    },
  )
  await t.test('200 spec/labs-lookup.md#pages-of-followers: page by page to the end, and back', async () => {
    const there: string[][] = []
    let body = await stage.got(`${path}?max_results=3`)
    assert.equal(body.meta.previous_token, undefined)
    for (;;) {
      there.push(idsIn(body))
      assert.equal(body.meta.result_count, idsIn(body).length)
      if (body.meta.next_token === undefined) break
      body = await stage.got(`${path}?max_results=3&pagination_token=${body.meta.next_token}`)
    }
    assert.deepEqual(there, [expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)])
    const back: string[][] = []
    while (body.meta.previous_token !== undefined) {
      body = await stage.got(`${path}?max_results=3&pagination_token=${body.meta.previous_token}`)
      back.push(idsIn(body))
    }
    assert.deepEqual(back, [expected.slice(3, 6), expected.slice(0, 3)])
  })
  await t.test(
    '200 spec/labs-lookup.md#pages-of-followers: user fields; pinned_tweet_id is a valid expansion; suspended users are left out',
    async () => {
      const [hidden] = others
      assert.ok(hidden !== undefined)
      await stage.act(hidden.id, 'suspend')
      const body = await stage.got(`${path}?user.fields=verified&expansions=pinned_tweet_id`)
      assert.deepEqual(idsIn(body), expected.slice(0, 6))
      assert.equal(body.meta.result_count, 6)
      assert.equal(body.data[0].verified, false)
      await stage.act(hidden.id, 'unsuspend')
    },
  )
  await t.test(
    '400/2 spec/errors.md#invalid-parameters: invalid page sizes, tokens and ids, and unknown parameters',
    async () => {
      const messages = async (query: string) => (await stage.faults(query)).map(({ message }) => message)
      for (const bad of ['0', '1001', '-1', 'x', '1.5', '99999999999']) {
        assert.deepEqual(await messages(`${path}?max_results=${bad}`), [
          `The \`max_results\` query parameter value [${bad}] is not between 1 and 1000`,
        ])
      }
      for (const bad of ['x', 'N', 'N0', `N${'Z'.repeat(13)}`, 'N1_', 'n1']) {
        assert.deepEqual(await messages(`${path}?pagination_token=${bad}`), [
          `The \`pagination_token\` query parameter value [${bad}] is not valid`,
        ])
      }
      assert.deepEqual(await messages(`/users/x/${side}`), [
        'The `id` query parameter value [x] does not match ^[0-9]{1,19}$',
      ])
      assert.deepEqual(await messages(`${path}?cursor=1`), [
        '[cursor] is not one of [id,max_results,pagination_token,expansions,tweet.fields,user.fields,media.fields,place.fields,poll.fields,list.fields]',
      ])
      assert.deepEqual(await messages(`${path}?id=1`), [
        '[id] is not one of [max_results,pagination_token,expansions,tweet.fields,user.fields,media.fields,place.fields,poll.fields,list.fields]',
      ])
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: lists of missing, deactivated and suspended users',
    async () => {
      const [offender, leaver] = [await stage.user(), await stage.user()]
      await stage.act(offender.id, 'suspend')
      await stage.act(leaver.id, 'deactivate')
      for (const id of [5n, 9999999999999999999n, leaver.id]) {
        assert.deepEqual(await stage.got(`/users/${id}/${side}`), {
          errors: [stage.notFound('user', 'id', id)],
        })
      }
      assert.deepEqual(await stage.got(`/users/${offender.id}/${side}`), {
        errors: [stage.suspended('id', offender.id)],
      })
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: only followers see the lists of a protected user',
    async () => {
      const [hermit, viewer] = [await stage.user({ isProtected: true }), await stage.user()]
      const whose = `/users/${hermit.id}/${side}`
      const asViewer = await app.asUser(viewer.id)
      for (const as of [app.asApp, asViewer]) {
        assert.deepEqual(await stage.got(whose, as), {
          errors: [stage.notAuthorized('user', 'id', hermit.id)],
        })
      }
      await letFollow(context, { follower: viewer.id, followee: hermit.id })
      const { meta } = await stage.got(whose, asViewer)
      assert.equal(meta.result_count, side === 'followers' ? 1 : 0)
      assert.ok((await stage.got(whose, await app.asUser(hermit.id))).meta !== undefined)
    },
  )
  await t.test('403/3 spec/labs-lookup.md#pages-of-followers: an app without a project', async () => {
    const alone = await createTestApp(context)
    assert.equal((await stage.get(path, alone.asApp)).status, 403)
  })
}
