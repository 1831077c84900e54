import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer } from '../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../test/support/streams/out-of-labs.ts'
import { createProjectApp } from '../../../../../test/support/streams/rule-suite.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'

const shared = { sqlite: sharedServer({ engine: 'sqlite' }), postgres: sharedServer({ engine: 'postgres' }) }

test('spec/server.md#rule-tools: the tree of a rule with the result and the position of each part', async () => {
  const { url, context } = await shared.sqlite()
  const { asApp } = await createProjectApp(context)
  const { id: authorId } = await createOneUser(context)
  const post = await createPost(context, { authorId, text: 'a cat #pets' })
  const explained = async (value: string, id = post.id) => {
    const path = `/labs/2/rules/explain?value=${encodeURIComponent(value)}&tweet_id=${id}`
    const { status, text } = await ask(`${url}${path}`, asApp)
    return { status, body: JSON.parse(text) }
  }
  const { status, body } = await explained('(cat OR dog) -#pets')
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    tweet_id: String(post.id),
    value: '(cat OR dog) -#pets',
    matches: false,
    tree: {
      kind: 'and',
      start: 0,
      end: 19,
      matches: false,
      parts: [
        {
          kind: 'or',
          start: body.data.tree.parts[0].start,
          end: body.data.tree.parts[0].end,
          matches: true,
          parts: [
            { kind: 'term', start: 1, end: 4, matches: true, term: 'cat' },
            { kind: 'term', start: 8, end: 11, matches: false, term: 'dog' },
          ],
        },
        {
          kind: 'not',
          start: 13,
          end: 19,
          matches: false,
          parts: [{ kind: 'term', start: 14, end: 19, matches: true, term: '#pets' }],
        },
      ],
    },
  })
  await changeUserState(context, { userId: authorId, action: 'protect' })
  assert.equal((await explained('cat')).body.errors[0].title, 'Not Found Error', 'what apps may not see')
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`an unknown post, on ${engine}`, () => {
    test('is named by the digits of the request, also beyond 64 bits', async () => {
      const { url, context } = await shared[engine]()
      const { asApp } = await createProjectApp(context)
      for (const id of ['1', '9223372036854775808', '9999999999999999999']) {
        const { status, text } = await ask(`${url}/labs/2/rules/explain?value=cat&tweet_id=${id}`, asApp)
        assert.equal(status, 200)
        const { value, title, detail } = JSON.parse(text).errors[0]
        assert.deepEqual(
          [value, title, detail],
          [id, 'Not Found Error', `Could not find tweet with tweet_id: [${id}].`],
        )
      }
    })
  })
}

test('400/2 an invalid rule, an invalid post id, and unknown parameters', async () => {
  const { url, context } = await shared.sqlite()
  const { asApp } = await createProjectApp(context)
  for (const query of [
    '',
    '?value=cat',
    '?tweet_id=1',
    '?value=--b&tweet_id=1',
    '?value=cat&tweet_id=x',
    '?value=cat&tweet_id=99999999999999999999',
    '?value=cat&tweet_id=1&q=1',
  ]) {
    const { status, text } = await ask(`${url}/labs/2/rules/explain${query}`, asApp)
    assert.deepEqual([status, JSON.parse(text).title], [400, 'Invalid Request'], query)
  }
})

outOfLabsTest('/labs/2/rules/explain?value=cat&tweet_id=1', { shared: shared.sqlite })
