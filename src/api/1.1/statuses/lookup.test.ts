import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'

const PATH = '/1.1/statuses/lookup.json'

test('statuses/lookup', async (t) => {
  const stage = await PostStage.open(t)
  const { relations } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const posts = await Promise.all(Array.from({ length: 101 }, () => stage.write(author.id)))
  const ids = posts.map(({ id }) => id)
  const [a, b, c] = ids
  const unseen = await stage.unseen(viewer)
  const lookUp = async (query: string) =>
    (await relations.got<AnsweredPost[]>(`${PATH}?${query}`, viewer.as)).map(({ id }) => id)

  await t.test(
    '200 spec/posts.md#lookup: in the order of the request, each post once, by GET and POST',
    async () => {
      assert.deepEqual(await lookUp(`id=${c},${a},${b},${a}`), [c, a, b])
      const posted = await relations.post(`${PATH}?id=${c},${a}`, viewer.as)
      assert.equal(posted.status, 200)
      assert.equal(posted.text, (await relations.get(`${PATH}?id=${c},${a}`, viewer.as)).text)
    },
  )
  await t.test(
    '200 spec/posts.md#lookup: missing posts, hidden posts and invalid ids are left out',
    async () => {
      const all = unseen.map(({ id }) => id).join()
      assert.deepEqual(await lookUp(`id=${all},${b},x,,%20${c}%20`), [b, c])
      assert.deepEqual(await lookUp(`id=${all}`), [])
    },
  )
  await t.test('200 spec/posts.md#lookup: map=true has null for missing and hidden posts', async () => {
    const hidden = unseen.map(({ id }) => id)
    const path = `${PATH}?map=true&trim_user=true&id=${a},${hidden.join()}`
    const { id } = await relations.got<{ id: Record<string, AnsweredPost | null> }>(path, viewer.as)
    assert.deepEqual(new Set(Object.keys(id)), new Set([a, ...hidden].map(String)))
    assert.equal(id[String(a)]?.id, a)
    for (const each of hidden) assert.equal(id[String(each)], null)
  })
  await t.test('200 spec/posts.md#lookup: up to 100 posts', async () => {
    assert.deepEqual(await lookUp(`id=${ids.slice(0, 100).join()}`), ids.slice(0, 100))
  })
  await t.test('403/18 more than 100', async () => {
    const answer = await relations.get(`${PATH}?id=${ids.join()}`, viewer.as)
    assertError(answer, 403, 18, 'Too many terms specified in query.')
  })
  await t.test('403/38 no id', async () => {
    assertError(await relations.get(PATH, viewer.as), 403, 38, 'id parameter is missing.')
  })
})
