/**
 * Tests the selection of posts by a rule, with and without the search index, and the posts that exports leave
 * out.
 */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import { consumed } from '../../test/support/consumed.ts'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'
import type { Engine } from '../db/query.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { WordCodec } from '../domain/search/word-codec.ts'
import { V2_STREAM } from '../filter/dialect.ts'
import { readRule } from '../filter/rule.ts'
import { createLogger } from '../lib/log.ts'
import { Tail } from '../log/tail.ts'
import { SearchIndexer } from '../search/indexer.ts'
import { candidatesOf } from './candidates.ts'
import { type PostSelection, selectedPosts } from './selected-posts.ts'

function ruleOf(text: string) {
  const reading = readRule(text, V2_STREAM)
  if ('expression' in reading) return reading.expression
  throw new Error(JSON.stringify(reading.problems))
}

async function place(t: TestContext, engine: Engine) {
  const { context, store } = await testRuntime(t, await freshConfig(t, engine))
  const codec = new WordCodec(context.vault)
  return {
    context,
    store,
    codec,
    async ids(selection?: PostSelection) {
      const found: bigint[] = []
      for await (const some of selectedPosts(store, selection)) found.push(...some.map(({ post }) => post.id))
      return found
    },
    /** Ids of the posts that the export reads for a rule; undefined if it reads all posts. */
    async candidates(rule: string, from = 0n) {
      const batches = await candidatesOf(store, codec, ruleOf(rule), { from })
      if (batches === undefined) return undefined
      const read: bigint[] = []
      for await (const some of batches) read.push(...some)
      return read
    },
    async index() {
      const tail = await Tail.open(store, context.clock)
      const logger = createLogger('silent')
      const indexer = new SearchIndexer({ store, tail, clock: context.clock, logger, codec })
      indexer.start()
      await consumed(store, 'search')
      await indexer.close()
      tail.close()
    },
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/exports.md#selection on ${engine}`, () => {
    test('a complete search index selects the same posts as a scan', async (t) => {
      const { context, store, codec, ids, index, candidates } = await place(t, engine)
      const { id: authorId, screenName } = await createOneUser(context)
      const { id: userId } = await createOneUser(context)
      const post = async (text: string, more: object = {}) =>
        (await createPost(context, { authorId, text, ...more })).id
      const cat = await post('a cat')
      const dog = await post('a dog')
      const reply = await post('no animal', { inReplyToId: cat, autoPopulateReplyMetadata: true })
      const edited = await post('a mouse')
      const later = (await editPost(context, { postId: edited, userId: authorId, text: 'a cat after all' }))
        .id
      const reposted = (await repost(context, { userId, postId: edited })).id
      const cases: readonly [rule: string, found: readonly bigint[], read: readonly bigint[] | undefined][] =
        [
          ['cat', [cat, later, reposted], [cat, later, reposted]],
          ['mouse', [], [edited]],
          [`from:${screenName} dog`, [dog], [dog]],
          [`conversation_id:${cat}`, [cat, reply], [cat, reply]],
          ['cat -is:retweet', [cat, later], [cat, later, reposted]],
          ['followers_count:0', [cat, dog, reply, later, reposted], undefined],
        ]
      const both = async (rule: string) => [
        await ids({ rule: ruleOf(rule) }),
        await ids({ rule: ruleOf(rule), codec }),
      ]
      for (const [rule, found] of cases) {
        assert.equal(await candidates(rule), undefined, rule)
        assert.deepEqual(await both(rule), [found, found], rule)
      }
      await index()
      for (const [rule, found, read] of cases) {
        assert.deepEqual(await candidates(rule), read, rule)
        assert.deepEqual(await both(rule), [found, found], rule)
      }
      assert.deepEqual(await candidates('cat', later), [later, reposted])
      const newest = await post('one more cat')
      assert.equal(await candidates('cat'), undefined, 'the index lacks a post')
      assert.deepEqual(await ids({ rule: ruleOf('cat'), codec }), [cat, later, reposted, newest])
      assert.deepEqual(await ids({ range: { authorId: userId } }), [reposted])
      assert.deepEqual(await ids({ range: { authorId, from: reply, to: edited } }), [reply, edited])
      assert.ok(store.engine === engine)
    })

    test('spec/exports.md#never-exported: the export omits posts of protected and deactivated users, dropped posts, and posts that show one of these posts', async (t) => {
      const { context, store, ids } = await place(t, engine)
      const { id: ann } = await createOneUser(context)
      const { id: ben } = await createOneUser(context)
      const own = (await createPost(context, { authorId: ann, text: 'own' })).id
      const other = (await createPost(context, { authorId: ben, text: 'other' })).id
      const quote = (await createPost(context, { authorId: ann, text: 'look', quoteId: other })).id
      const reposted = (await repost(context, { userId: ann, postId: other })).id
      const quoted = async (selection?: PostSelection) => {
        for await (const some of selectedPosts(store, selection)) {
          const whole = some.find(({ post }) => post.id === quote)
          if (whole !== undefined) return whole.quoted?.post.id
        }
        return 'no such post'
      }
      const all = [own, other, quote, reposted]
      assert.deepEqual([await ids(), await quoted()], [all, other])

      await changeUserState(context, { userId: ben, action: 'protect' })
      let left = 0
      const onProtected = (posts: number) => {
        left += posts
      }
      for await (const _ of selectedPosts(store, {}, { onProtected }));
      assert.equal(left, 2)
      assert.deepEqual([await ids(), await quoted()], [[own, quote], undefined])
      const includesProtected = true
      assert.deepEqual([await ids({ includesProtected }), await quoted({ includesProtected })], [all, other])

      await changePostState(context, { postId: other, action: 'drop' })
      assert.deepEqual(
        [await ids({ includesProtected }), await quoted({ includesProtected })],
        [[own, quote], undefined],
      )
      await changePostState(context, { postId: other, action: 'undrop' })
      await changeUserState(context, { userId: ben, action: 'deactivate' })
      assert.deepEqual(
        [await ids({ includesProtected }), await quoted({ includesProtected })],
        [[own, quote], undefined],
      )
    })
  })
}
