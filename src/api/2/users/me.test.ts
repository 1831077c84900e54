/** Tests GET 2/users/me over HTTP. */
import assert from 'node:assert/strict'
import { bearer, type Credentials, createTestApp } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { userTokens } from '../../../../test/support/oauth/oauth2.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { ActionStage } from '../../../../test/support/v2-lookup/actions.ts'
import { createUser } from '../../../domain/accounts/create-user.ts'
import { updateApp } from '../../../domain/apps/update-app.ts'
import { pinPost } from '../../../domain/posts/write/pin-post.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`GET 2/users/me on ${engine}`, async (t) => {
    const stage = await ActionStage.open(t, engine)
    const { me, context, posts } = stage

    await t.test('200 spec/v2-users-and-lists.md#user-calls: the user of the token', async () => {
      const { status, body } = await stage.send('GET', '/2/users/me')
      assert.deepEqual(
        [status, body],
        [200, { data: { id: String(me.id), name: me.name, username: me.screenName } }],
      )
    })
    await t.test('200 requested fields and the pinned post', async () => {
      const { id } = await posts.write(me.id)
      await pinPost(context, { userId: me.id, postId: id })
      const { body } = await stage.send('GET', '/2/users/me?user.fields=protected&expansions=pinned_tweet_id')
      assert.equal(body.data.protected, false)
      assert.equal(body.includes.tweets[0].id, String(id))
    })
    await t.test(
      '200 spec/v2.md#later-members: confirmed_email needs the scope, and only the caller gets it',
      async () => {
        const { relations } = posts
        const email = 'Ada@example.org'
        const { id: userId } = await createUser(context, {
          screenName: 'with_email',
          email,
          password: 'long-enough-1',
        })
        const read = async (as: Credentials, path = '/2/users/me?') => {
          const { status, body } = await stage.send(
            'GET',
            `${path}user.fields=confirmed_email`,
            undefined,
            as,
          )
          assert.equal(status, 200)
          return [body.data].flat()[0].confirmed_email
        }
        const asOauth2 = async (scope: string) => {
          const { accessToken } = await userTokens(context, { appId: relations.app.appId, userId, scope })
          return bearer(accessToken)
        }
        const allowed = await asOauth2('tweet.read users.read users.email')
        assert.equal(await read(allowed), email)
        assert.equal(await read(await asOauth2('tweet.read users.read')), undefined)
        assert.equal(await read(allowed, `/2/users?ids=${userId}&`), undefined)
        const as = await relations.app.asUser(userId)
        assert.equal(await read(as), undefined)
        const { appId } = relations.app
        await updateApp(context, appId, { mayReadEmail: true })
        assert.equal(await read(as), email)
        assert.equal(await read(stage.me.as), undefined)
        assert.equal(await read(as, `/2/users/${userId}?`), undefined)
      },
    )
    await t.test('400/2 spec/errors.md#invalid-parameters: unknown parameters', async () => {
      const { status, body } = await stage.send('GET', '/2/users/me?id=5&user.fields=x')
      assert.equal(status, 400)
      assert.equal(body.errors.length, 2)
    })
    await t.test('403/2 spec/v2-users-and-lists.md#user-calls: a bearer token', async () => {
      const { status, body } = await stage.send('GET', '/2/users/me', undefined, posts.relations.app.asApp)
      assert.equal(status, 403)
      assert.match(body.type, /unsupported-authentication$/)
    })
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const alone = await (await createTestApp(context)).asUser(me.id)
      const { status, body } = await stage.send('GET', '/2/users/me', undefined, alone)
      assert.equal(status, 403)
      assert.match(body.type, /client-forbidden$/)
    })
  })
}
