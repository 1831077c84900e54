/**
 * The contract of post lookups, as tests (spec/labs-lookup.md#endpoints, spec/v2-objects.md#post,
 * spec/labs-lookup.md#missing-objects, spec/labs-lookup.md#private-metrics,
 * spec/labs-lookup.md#early-access).
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { ENGINES } from '../engines.ts'
import { letFollow } from '../follows.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import { includeTests } from './includes.ts'
import { metricTests } from './metrics.ts'
import { parameterTests, windowTest } from './parameters.ts'
import { type Generation, LookupStage } from './stage.ts'

export function postLookupSuite(generation: Generation, testOn: TestOn = slowOnPostgres): void {
  for (const engine of ENGINES) {
    describe(`posts of ${generation} on ${engine}`, () => {
      testOn(engine)('look-ups', (t) => lookups(t, generation, engine))
    })
  }
  test('spec/limits.md#labs-limits: requests in 15 minutes: Labs 900 for the app and its users together; API v2 300 for the app and 900 for each user', async (t) => {
    const stage = await LookupStage.open(t, generation, 'sqlite', 'documented')
    await windowTest(stage, ['/tweets?ids=1', '/tweets/1'])
  })
}

async function lookups(t: TestContext, generation: Generation, engine: Engine): Promise<void> {
  const stage = await LookupStage.open(t, generation, engine)
  const author = await stage.user()
  const id = await stage.post(author.id, 'a & b')
  await t.test('lookups of several posts', (t) =>
    parameterTests(t, stage, { path: '/tweets', key: 'ids', subject: 'posts', good: String(id) }),
  )
  await t.test('lookups of one post', (t) =>
    parameterTests(t, stage, { path: '/tweets/{}', key: 'id', subject: 'posts', good: String(id) }),
  )
  await answers(t, stage, id)
  await absences(t, stage)
  await includeTests(t, stage)
  await metricTests(t, stage)
}

async function answers(t: TestContext, stage: LookupStage, id: bigint): Promise<void> {
  await t.test(
    '200 spec/labs-lookup.md#default-fields: id and text by default, the text escaped',
    async () => {
      const data = { id: String(id), text: 'a &amp; b', ...stage.history(id) }
      assert.deepEqual(await stage.got(`/tweets/${id}`), { data })
      assert.deepEqual(await stage.got(`/tweets?ids=${id}`), { data: [data] })
    },
  )
  await t.test('200 spec/v2-objects.md#envelope: in the order of the request, for any caller', async () => {
    const author = await stage.user()
    const ids = [await stage.post(author.id, 'one'), await stage.post(author.id, 'two'), id]
    const asUser = await stage.app.asUser(author.id)
    for (const list of [ids, ids.toReversed()]) {
      for (const as of [stage.app.asApp, asUser]) {
        const { data } = await stage.got(`/tweets?ids=${list}`, as)
        assert.deepEqual(
          data.map((post: { id: string }) => post.id),
          list.map(String),
        )
      }
    }
  })
  await t.test('200 spec/http.md#response-headers: the headers of the family', async () => {
    const { headers } = await stage.get(`/tweets/${id}`)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-cache, no-store, max-age=0')
  })
  await t.test('200 spec/labs-lookup.md#early-access: only API v2 has conversation_id', async () => {
    const path = `/tweets/${id}?tweet.fields=conversation_id`
    if (stage.generation === '2') assert.equal((await stage.got(path)).data.conversation_id, String(id))
    else assert.equal((await stage.faults(path)).length, 1)
  })
  await t.test('200 spec/v2-objects.md#post: empty fields are omitted', async () => {
    const fields =
      'attachments,entities,geo,in_reply_to_user_id,referenced_tweets,source,withheld,context_annotations'
    const { data } = await stage.got(`/tweets/${id}?tweet.fields=${fields}`)
    assert.deepEqual(Object.keys(data), ['id', 'text', ...Object.keys(stage.history(id))])
  })
}

async function absences(t: TestContext, stage: LookupStage): Promise<void> {
  const { context, app } = stage
  const [viewer, author] = [await stage.user(), await stage.user()]
  const asViewer = await app.asUser(viewer.id)
  const seen = async (id: bigint, as = app.asApp) => {
    const one = await stage.got(`/tweets/${id}`, as)
    const many = await stage.got(`/tweets?ids=${id}`, as)
    return { one, many }
  }
  const missing = async (id: bigint | string, as = app.asApp) => {
    const { one, many } = await seen(id as bigint, as)
    assert.deepEqual(one, { errors: [stage.notFound('tweet', 'id', id)] })
    assert.deepEqual(many, { errors: [stage.notFound('tweet', 'ids', id)] })
  }
  const refused = async (id: bigint, as = app.asApp) => {
    const { one, many } = await seen(id, as)
    assert.deepEqual(one, { errors: [stage.notAuthorized('tweet', 'id', id)] })
    assert.deepEqual(many, { errors: [stage.notAuthorized('tweet', 'ids', id)] })
  }
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: a post that never existed, an id beyond 64 bits, a deleted post, a post of a deactivated author',
    async () => {
      await missing(5n)
      await missing('9999999999999999999')
      const id = await stage.post(author.id, 'going')
      assert.equal((await seen(id)).one.data.text, 'going')
      await deletePost(context, { postId: id })
      await missing(id)
      const leaver = await stage.user()
      const left = await stage.post(leaver.id, 'left')
      await stage.act(leaver.id, 'deactivate')
      await missing(left)
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: a post of a suspended user, and a dropped post',
    async () => {
      const offender = await stage.user()
      const [id, dropped] = [await stage.post(offender.id, 'bad'), await stage.post(author.id, 'dropped')]
      await stage.act(offender.id, 'suspend')
      await missing(id, asViewer)
      await changePostState(context, { postId: dropped, action: 'drop' })
      await missing(dropped)
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: only followers see a post of a protected author',
    async () => {
      const hermit = await stage.user({ isProtected: true })
      const id = await stage.post(hermit.id, 'secret')
      await refused(id)
      await refused(id, asViewer)
      await letFollow(context, { follower: viewer.id, followee: hermit.id })
      assert.equal((await seen(id, asViewer)).one.data.text, 'secret')
      assert.equal((await seen(id, await app.asUser(hermit.id))).one.data.text, 'secret')
      await refused(id)
    },
  )
  await t.test('200 spec/labs-lookup.md#missing-objects: an author who blocks the user', async () => {
    const foe = await stage.user()
    const id = await stage.post(foe.id, 'not for you')
    await block(context, { userId: foe.id, blockedId: viewer.id })
    await refused(id, asViewer)
    assert.equal((await seen(id)).one.data.text, 'not for you')
  })
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: the text of a post that is withheld in some countries is shown',
    async () => {
      const id = await stage.post(author.id, 'withheld')
      await changePostState(context, { postId: id, action: 'withhold', countries: ['DE', 'FR'] })
      const path = `/tweets/${id}?tweet.fields=withheld`
      const withheld = { copyright: false, country_codes: ['DE', 'FR'], scope: 'tweet' }
      assert.deepEqual((await stage.got(path)).data, {
        ...{ id: String(id), text: 'withheld', withheld },
        ...stage.history(id),
      })
      const whole = await stage.user()
      const other = await stage.post(whole.id, 'all of it')
      await stage.act(whole.id, 'withhold', ['TR'])
      assert.deepEqual((await stage.got(`/tweets/${other}?tweet.fields=withheld`)).data.withheld, {
        copyright: false,
        country_codes: ['TR'],
        scope: 'user',
      })
      const claimed = await stage.post(whole.id, 'claimed', {
        content: { kept: { withheld_copyright: true } },
      })
      const both = { copyright: true, country_codes: ['TR'], scope: 'user' }
      assert.deepEqual((await stage.got(`/tweets/${claimed}?tweet.fields=withheld`)).data.withheld, both)
      await stage.act(whole.id, 'unwithhold')
      assert.deepEqual((await stage.got(`/tweets/${claimed}?tweet.fields=withheld`)).data.withheld, {
        copyright: true,
        country_codes: [],
        scope: 'tweet',
      })
    },
  )
  await t.test(
    '200 spec/v2-objects.md#envelope: objects that were found, and errors for all other objects',
    async () => {
      const id = await stage.post(author.id, 'here')
      assert.deepEqual(await stage.got(`/tweets?ids=7,${id},8`), {
        data: [{ id: String(id), text: 'here', ...stage.history(id) }],
        errors: [stage.notFound('tweet', 'ids', 7n), stage.notFound('tweet', 'ids', 8n)],
      })
    },
  )
}
