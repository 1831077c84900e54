import assert from 'node:assert/strict'
import { parseExactly } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import type { Context } from '../../../domain/context.ts'
import { block, unblock } from '../../../domain/graph/block.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

type Change = (context: Context, authorId: bigint, viewerId: bigint) => Promise<unknown>

const state = (action: 'suspend' | 'unsuspend' | 'protect' | 'unprotect'): Change => {
  return (context, userId) => changeUserState(context, { userId, action })
}

/** Changes that hide the posts of an author from the viewer, and the changes that show them again. */
const HIDING: readonly (readonly [why: string, hide: Change, show: Change])[] = [
  ['suspended', state('suspend'), state('unsuspend')],
  ['protected', state('protect'), state('unprotect')],
  [
    'blocking',
    (context, userId, blockedId) => block(context, { userId, blockedId }),
    (context, userId, blockedId) => unblock(context, { userId, blockedId }),
  ],
]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`statuses/unretweet on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations } = stage
    const [author, viewer] = await relations.people(2)
    assert.ok(author !== undefined && viewer !== undefined)
    const path = (id: bigint | string) => `/1.1/statuses/unretweet/${id}.json`

    await t.test('200 spec/posts.md#unretweet: the original, by its id or the id of the repost', async () => {
      const { id } = await stage.write(author.id)
      for (const isByRepost of [false, true]) {
        const own = await repost(stage.context, { userId: viewer.id, postId: id })
        const original: AnsweredPost = await relations.done<AnsweredPost>(
          path(isByRepost ? own.id : id),
          viewer.as,
        )
        assert.equal(original.id, id)
        assert.deepEqual([original['retweeted'], original['retweet_count']], [false, 0n])
        assert.equal((await relations.get(`/1.1/statuses/show/${own.id}.json`, viewer.as)).status, 404)
      }
    })
    await t.test(
      '200 decision 0016: returns the newest version of the original for the id of any version',
      async () => {
        const { id } = await stage.write(author.id)
        const edit = await editPost(stage.context, { postId: id, text: 'what was meant' })
        for (const named of [id, edit.id, undefined]) {
          const own = await repost(stage.context, { userId: viewer.id, postId: id })
          const original: AnsweredPost = await relations.done<AnsweredPost>(path(named ?? own.id), viewer.as)
          assert.deepEqual(
            [original.id, original.text, original['retweeted']],
            [edit.id, 'what was meant', false],
          )
        }
      },
    )
    await t.test('200 a post that was not reposted is unchanged', async () => {
      const { id } = await stage.write(author.id)
      assert.equal((await relations.done<AnsweredPost>(path(id), viewer.as)).id, id)
    })
    for (const [why, hide, show] of HIDING) {
      await t.test(
        `200 ${why} after the repost: the repost is undone by its id or the id of the original, and the original is not shown`,
        async () => {
          const [hidden] = await relations.people(1)
          assert.ok(hidden !== undefined)
          const { id, content } = await stage.write(hidden.id, { text: `A secret of ${why}` })
          const reposts = []
          for (const isByRepost of [false, true]) {
            const own = await repost(stage.context, { userId: viewer.id, postId: id })
            reposts.push(own.id)
            await hide(stage.context, hidden.id, viewer.id)
            const { status, text } = await relations.post(path(isByRepost ? own.id : id), viewer.as)
            assert.equal(status, 200, text)
            const gone = parseExactly(text) as AnsweredPost
            assert.deepEqual([gone.id, gone.text, gone.user.id], [own.id, 'RT …', viewer.id])
            assert.equal(gone.retweeted_status, undefined)
            const secrets: readonly string[] = [
              content.text,
              hidden.screenName,
              String(id),
              String(hidden.id),
            ]
            for (const secret of secrets) {
              assert.ok(!text.includes(secret), text)
            }
            assert.ok((await relations.post(path(id), viewer.as)).status >= 400, 'there is nothing to undo')
            await show(stage.context, hidden.id, viewer.id)
            const shown: AnsweredPost = await relations.got<AnsweredPost>(
              `/1.1/statuses/show/${id}.json`,
              viewer.as,
            )
            assert.deepEqual([shown['retweeted'], shown['retweet_count']], [false, 0n])
          }
          for (const each of reposts) {
            assert.equal((await relations.get(`/1.1/statuses/show/${each}.json`, viewer.as)).status, 404)
          }
        },
      )
    }
    await unseenCases(t, { stage, method: 'POST', path, viewer }, await stage.unseen(viewer))
  })
}
