/** The latest post in user objects, on every endpoint that returns users. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { type AnsweredPost, PostStage } from '../../../test/support/posts/stage.ts'
import type { Answered, Person } from '../../../test/support/relations/stage.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { block } from '../../domain/graph/block.ts'
import { follow } from '../../domain/graph/follow.ts'
import { mute } from '../../domain/graph/mute.ts'
import { changePostState } from '../../domain/posts/state/change-post-state.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { editPost } from '../../domain/posts/write/edit-post.ts'
import { repost } from '../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the latest post of a user on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    await everywhere(t, stage)
    await asItIs(t, stage)
    await whoSeesIt(t, stage)
    await alwaysTheLatest(t, stage)
  })
}

type Shown = Answered & { readonly status?: AnsweredPost }

/** The user in the response of users/lookup. The default credentials are those of an app. */
async function lookedUp(
  stage: PostStage,
  id: bigint,
  query = '',
  as = stage.relations.app.asApp,
): Promise<Shown> {
  const path = `/1.1/users/lookup.json?user_id=${id}${query}`
  const [user] = await stage.relations.got<Shown[]>(path, as)
  assert.ok(user !== undefined)
  return user
}

async function latestOf(stage: PostStage, id: bigint, as?: Person['as']): Promise<bigint | undefined> {
  return (await lookedUp(stage, id, '', as)).status?.id
}

async function everywhere(t: TestContext, stage: PostStage): Promise<void> {
  const { relations, context } = stage
  const [me, other] = await relations.people(2)
  assert.ok(me !== undefined && other !== undefined)
  const mine = await stage.write(me.id)
  const { id } = await stage.write(other.id)
  await follow(context, { follower: other.id, followee: me.id })
  await follow(context, { follower: me.id, followee: other.id })
  const gets: readonly (readonly [string, string, bigint])[] = [
    ['users/show', `user_id=${other.id}`, id],
    ['users/lookup', `user_id=${other.id}`, id],
    ['users/search', `q=${other.screenName}`, id],
    ['followers/list', `user_id=${me.id}`, id],
    ['friends/list', `user_id=${me.id}`, id],
    ['account/verify_credentials', 'include_entities=true', mine.id],
  ]
  for (const [path, query, postId] of gets) {
    await t.test(
      `200 spec/users.md#latest-post: ${path} has the latest post, unless skip_status is true, t or 1`,
      async () => {
        const first = async (more: string) =>
          userIn(await relations.got<object>(`/1.1/${path}.json?${query}${more}`, me.as))
        assert.equal((await first('')).status?.id, postId)
        assert.equal((await first('&skip_status=0')).status?.id, postId)
        for (const yes of ['true', 't', '1']) assert.ok(!('status' in (await first(`&skip_status=${yes}`))))
        assert.equal('full_text' in ((await first('&tweet_mode=extended')).status ?? {}), true)
      },
    )
  }
  for (const path of ['friendships/destroy', 'friendships/create', 'mutes/users/create', 'blocks/create']) {
    await t.test(`200 the response of ${path} also has the latest post`, async () => {
      const user = await relations.done<Shown>(`/1.1/${path}.json?user_id=${other.id}`, me.as)
      assert.equal(user.status?.id, id)
      const without = await relations.done<Shown>(
        `/1.1/${path.replace('create', 'destroy')}.json?user_id=${other.id}&skip_status=true`,
        me.as,
      )
      assert.ok(!('status' in without))
    })
  }
  await t.test('200 account/update_profile', async () => {
    const user = await relations.done<Shown>('/1.1/account/update_profile.json?name=Me', me.as)
    assert.equal(user.status?.id, mine.id)
  })
  await block(context, { userId: me.id, blockedId: other.id })
  await mute(context, { userId: me.id, mutedId: other.id })
  for (const path of ['blocks/list', 'mutes/users/list']) {
    await t.test(`200 ${path}`, async () => {
      const of = async (more: string) =>
        userIn(await relations.got<object>(`/1.1/${path}.json${more}`, me.as))
      assert.equal((await of('')).status?.id, id)
      assert.ok(!('status' in (await of('?skip_status=true'))))
    })
  }
}

/** The only user in a response: the body itself, the only member of a list, or the only user on a page. */
function userIn(body: object): Shown {
  const list =
    'users' in body ? (body.users as Shown[]) : Array.isArray(body) ? (body as Shown[]) : [body as Shown]
  assert.equal(list.length, 1)
  const [user] = list
  assert.ok(user !== undefined)
  return user
}

async function asItIs(t: TestContext, stage: PostStage): Promise<void> {
  const { relations, context } = stage
  const [user, other] = await relations.people(2)
  assert.ok(user !== undefined && other !== undefined)
  const viewers: readonly Person['as'][] = [relations.app.asApp, user.as]
  const withoutUser = ({ user: _, ...post }: AnsweredPost) => post

  await t.test(
    '200 spec/users.md#latest-post: the status is between lang and contributors_enabled, and is absent for a user without a post',
    async () => {
      assert.ok(!('status' in (await lookedUp(stage, user.id))))
      await stage.write(user.id, { text: `see https://example.org/a ${'long '.repeat(40)}` })
      const keys = Object.keys(await lookedUp(stage, user.id))
      const at = keys.indexOf('status')
      assert.deepEqual(keys.slice(at - 1, at + 2), ['lang', 'status', 'contributors_enabled'])
    },
  )
  await t.test('200 the status equals the post of statuses/show, without its user', async () => {
    const id = (await latestOf(stage, user.id)) ?? 0n
    for (const mode of ['', '&tweet_mode=extended', '&include_entities=false']) {
      for (const as of viewers) {
        const post: AnsweredPost = await relations.got(`/1.1/statuses/show.json?id=${id}${mode}`, as)
        const { status } = await lookedUp(stage, user.id, mode, as)
        assert.deepEqual(Object.entries(status ?? {}), Object.entries(withoutUser(post)))
      }
    }
  })
  await t.test(
    '200 spec/followers.md#companions: include_user_entities does not affect the entities of the status',
    async () => {
      await follow(context, { follower: user.id, followee: other.id })
      const path = `/1.1/followers/list.json?user_id=${other.id}&include_user_entities=false`
      const found = userIn(await relations.got<object>(path, user.as))
      assert.ok(!('entities' in found))
      assert.ok(found.status !== undefined && 'entities' in found.status)
    },
  )
  await t.test('200 a repost is included with its original, and neither has a user', async () => {
    const original = await stage.write(other.id)
    const { id } = await repost(context, { userId: user.id, postId: original.id })
    const { status } = await lookedUp(stage, user.id)
    assert.equal(status?.id, id)
    assert.equal(status.retweeted_status?.id, original.id)
    for (const post of [status, status.retweeted_status]) assert.ok(!Object.hasOwn(post, 'user'))
    const single = await relations.got<Shown>(`/1.1/users/show.json?user_id=${user.id}`, relations.app.asApp)
    assert.deepEqual(single.status, status)
  })
  await t.test('200 the user inside a post has no status', async () => {
    const { id } = await stage.write(user.id)
    const post = await relations.got<AnsweredPost>(`/1.1/statuses/show.json?id=${id}`, user.as)
    assert.ok(!('status' in post.user))
  })
}

async function whoSeesIt(t: TestContext, stage: PostStage): Promise<void> {
  const { relations, context } = stage
  const { asApp } = relations.app
  const [fan, stranger, blocked] = await relations.people(3)
  assert.ok(fan !== undefined && stranger !== undefined && blocked !== undefined)

  await t.test('200 the status of a protected user is for the user and its followers only', async () => {
    const recluse = await relations.person()
    const { id } = await stage.write(recluse.id)
    await follow(context, { follower: fan.id, followee: recluse.id })
    assert.equal(await latestOf(stage, recluse.id), id)
    await changeUserState(context, { userId: recluse.id, action: 'protect' })
    assert.equal(await latestOf(stage, recluse.id, fan.as), id)
    assert.equal(await latestOf(stage, recluse.id, recluse.as), id)
    assert.equal(await latestOf(stage, recluse.id, stranger.as), undefined)
    assert.equal(await latestOf(stage, recluse.id, asApp), undefined)
  })
  await t.test('200 a viewer that the user blocks gets no status', async () => {
    const blocker = await relations.person()
    const { id } = await stage.write(blocker.id)
    await block(context, { userId: blocker.id, blockedId: blocked.id })
    assert.equal(await latestOf(stage, blocker.id, blocked.as), undefined)
    assert.equal(await latestOf(stage, blocker.id, stranger.as), id)
  })
  await t.test(
    '200 if the newest post is a repost that the viewer may not see, the status is the next visible post',
    async () => {
      const [user, recluse] = await relations.people(2)
      assert.ok(user !== undefined && recluse !== undefined)
      const own = await stage.write(user.id)
      const { id } = await stage.write(recluse.id)
      const reposted = await repost(context, { userId: user.id, postId: id })
      await follow(context, { follower: fan.id, followee: recluse.id })
      await changeUserState(context, { userId: recluse.id, action: 'protect' })
      assert.equal(await latestOf(stage, user.id, stranger.as), own.id)
      assert.equal(await latestOf(stage, user.id, asApp), own.id)
      assert.equal(await latestOf(stage, user.id, fan.as), reposted.id)
    },
  )
}

async function alwaysTheLatest(t: TestContext, stage: PostStage): Promise<void> {
  const { relations, context } = stage
  await t.test('200 the status follows new, edited, dropped, reposted and deleted posts', async () => {
    const [user, other] = await relations.people(2)
    assert.ok(user !== undefined && other !== undefined)
    assert.equal(await latestOf(stage, user.id), undefined)
    const first = await stage.write(user.id)
    assert.equal(await latestOf(stage, user.id), first.id)
    const second = await stage.write(user.id)
    assert.equal(await latestOf(stage, user.id), second.id)
    const version = await editPost(context, { postId: second.id, text: 'put better' })
    assert.equal(await latestOf(stage, user.id), version.id)
    await changePostState(context, { postId: second.id, action: 'drop' })
    assert.equal(await latestOf(stage, user.id), first.id)
    await changePostState(context, { postId: second.id, action: 'undrop' })
    assert.equal(await latestOf(stage, user.id), version.id)
    const original = await stage.write(other.id)
    const { id } = await repost(context, { userId: user.id, postId: original.id })
    assert.equal(await latestOf(stage, user.id), id)
    await deletePost(context, { postId: original.id })
    assert.equal(await latestOf(stage, user.id), version.id)
    await deletePost(context, { postId: second.id })
    await deletePost(context, { postId: first.id })
    assert.equal(await latestOf(stage, user.id), undefined)
  })
}
