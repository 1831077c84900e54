/**
 * Tests concurrent changes of posts over HTTP: no action is counted twice or lost, and deleted posts stay
 * deleted (INVARIANTS.md 5). The file also tests unusual texts.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../support/engines.ts'
import { assertError } from '../support/id-list/stage.ts'
import { slowOnPostgres } from '../support/part.ts'
import { type AnsweredPost, PostStage } from '../support/posts/stage.ts'

const READERS = 8

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`posts under concurrent changes on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    await oneWins(t, stage)
    await countsStayExact(t, stage)
    await goneStaysGone(t, stage)
    if (engine === 'sqlite') await strangeTexts(t, stage)
  })
}

async function oneWins(t: TestContext, stage: PostStage): Promise<void> {
  const { relations } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const { id } = await stage.write(author.id)
  const once = async (path: string, code: number) => {
    const answers = await Promise.all(Array.from({ length: READERS }, () => relations.post(path, viewer.as)))
    const good = answers.filter(({ status }) => status === 200)
    const codes = answers
      .filter(({ status }) => status !== 200)
      .map(({ text }) => JSON.parse(text).errors[0].code)
    assert.deepEqual([good.length, [...new Set(codes)]], [1, [code]], path)
  }
  await t.test('one of several equal concurrent calls succeeds, and the others get an error', async () => {
    await once(`/1.1/favorites/create.json?id=${id}`, 139)
    await once(`/1.1/statuses/retweet/${id}.json`, 327)
    await once('/1.1/statuses/update.json?status=Said%20once', 187)
    await once(`/1.1/favorites/destroy.json?id=${id}`, 144)
    const own = await stage.write(viewer.id)
    await once(`/1.1/statuses/destroy/${own.id}.json`, 144)
  })
}

async function countsStayExact(t: TestContext, stage: PostStage): Promise<void> {
  const { relations } = stage
  const [author, ...readers] = await relations.people(READERS + 1)
  assert.ok(author !== undefined)
  await t.test('concurrent likes, reposts and replies are counted exactly', async () => {
    const { id } = await stage.write(author.id)
    await Promise.all(
      readers.flatMap(({ as }, index) => [
        relations.done(`/1.1/favorites/create.json?id=${id}`, as),
        relations.done(`/1.1/statuses/retweet/${id}.json`, as),
        stage.updated(as, {
          status: `@${author.screenName} ${index}`,
          in_reply_to_status_id: String(id),
        }),
      ]),
    )
    const show = () => relations.got<AnsweredPost>(`/1.1/statuses/show/${id}.json`, author.as)
    const before = await show()
    assert.deepEqual([before['favorite_count'], before['retweet_count']], [BigInt(READERS), BigInt(READERS)])
    // Half of the users undo their actions, while the other users read.
    await Promise.all(
      readers.flatMap(({ as }, index) =>
        index % 2 === 0
          ? [
              relations.done(`/1.1/favorites/destroy.json?id=${id}`, as),
              relations.done(`/1.1/statuses/unretweet/${id}.json`, as),
            ]
          : [relations.got(`/1.1/statuses/show/${id}.json`, as)],
      ),
    )
    const after = await show()
    const half = BigInt(READERS / 2)
    assert.deepEqual([after['favorite_count'], after['retweet_count']], [half, half])
    for (const [index, { as, id: userId }] of readers.entries()) {
      const { favorited, retweeted, user } = await relations.got<AnsweredPost>(
        `/1.1/statuses/show/${id}.json`,
        as,
      )
      assert.deepEqual([favorited, retweeted, user.id], [index % 2 === 1, index % 2 === 1, author.id])
      const own = await relations.got<AnsweredPost>(`/1.1/users/show.json?user_id=${userId}`, as)
      const expected = index % 2 === 1 ? [2n, 1n] : [1n, 0n]
      assert.deepEqual([own['statuses_count'], own['favourites_count']], expected)
    }
  })
}

async function goneStaysGone(t: TestContext, stage: PostStage): Promise<void> {
  const { relations } = stage
  const [author, ...readers] = await relations.people(READERS + 1)
  assert.ok(author !== undefined)
  await t.test(
    'an action on a post during its deletion is done before the deletion, or gets "not found"',
    async () => {
      const { id } = await stage.write(author.id)
      const acts = readers.flatMap(({ as }) => [
        () => relations.post(`/1.1/favorites/create.json?id=${id}`, as),
        () => relations.post(`/1.1/statuses/retweet/${id}.json`, as),
        () => stage.update(as, { status: `@${author.screenName} yes`, in_reply_to_status_id: String(id) }),
      ])
      acts.splice(acts.length / 2, 0, () => relations.post(`/1.1/statuses/destroy/${id}.json`, author.as))
      const answers = await Promise.all(acts.map((act) => act()))
      for (const { status, text } of answers) {
        assert.ok(status === 200 || /"code":(144|385),/.test(text), text)
      }
      assertError(
        await relations.get(`/1.1/statuses/show/${id}.json`, author.as),
        404,
        144,
        'No status found with that ID.',
      )
      for (const { as, id: userId } of readers) {
        // After the deletion, timelines show the replies but not the reposts.
        const posts = await relations.got<AnsweredPost[]>(
          `/1.1/statuses/user_timeline.json?user_id=${userId}`,
          as,
        )
        assert.ok(posts.every((post) => post.retweeted_status === undefined))
        assert.ok(posts.length <= 1)
        assert.deepEqual(await relations.got(`/1.1/favorites/list.json?user_id=${userId}`, as), [])
      }
      const answer = await stage.update(author.as, { status: 'Too late', in_reply_to_status_id: String(id) })
      const message = 'You attempted to reply to a Tweet that is deleted or not visible to you.'
      assertError(answer, 403, 385, message)
    },
  )
}

async function strangeTexts(t: TestContext, stage: PostStage): Promise<void> {
  const { relations } = stage
  const author = await relations.person()
  await t.test('promise 6: unusual texts are stored, or refused with an error', async () => {
    const texts = [
      '\u0000',
      'a\u0000b',
      '\u0001\u0002\u001f\u007f\u0085',
      'a\r\nb\u2028c\u2029d',
      '\u202e\u202d\u202a\u200f\u061c right to left',
      '\u200b\u200d\ufe0f',
      '{"user":0,"favorited":true}',
      '","user":{"id":1},"x":"',
      '</script><img src=x onerror=alert(1)>',
      "'; drop table posts; --",
      'Z\u0335\u0334a\u0336l\u0337g\u0338o\u0335'.repeat(10),
      '&amp;amp;&lt;',
      '%00 %ff %',
      '@'.repeat(140),
      '#'.repeat(140),
      'https://'.repeat(20),
      'a.b'.repeat(60),
      '👩‍👩‍👧‍👦'.repeat(100),
    ]
    for (const status of texts) {
      const { status: code, text } = await stage.update(author.as, { status })
      assert.ok(code === 200 || (code >= 400 && code < 500), `${JSON.stringify(status)}: ${code} ${text}`)
      if (code !== 200) continue
      const { id_str } = JSON.parse(text) as AnsweredPost
      const shown = await relations.get(`/1.1/statuses/show/${id_str}.json`, author.as)
      assert.equal(shown.text, text, JSON.stringify(status))
    }
  })
  await t.test('promise 6: a megabyte of text is refused, and the next call succeeds', async () => {
    const { status } = await stage.update(author.as, { status: 'a'.repeat(2 ** 20) })
    assert.ok(status >= 400 && status < 500)
    assert.equal((await stage.update(author.as, { status: 'Still there' })).status, 200)
  })
}
