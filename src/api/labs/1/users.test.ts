import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { outOfLabsTest } from '../../../../test/support/streams/out-of-labs.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { pinPost } from '../../../domain/posts/write/pin-post.ts'

/** A day on which the lookups of Labs v1 exist. */
const LIVING = { api_date: '2020-07-07' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/retired-endpoints.md#labs-v1-calls: users on ${engine}`, () => {
    test('formats, expansions and errors', async (t) => {
      const stage = await LookupStage.open(t, 'labs-1', engine, 'off', LIVING)
      const user = await stage.user()
      const pinned = await stage.post(user.id, 'pinned')
      const newest = await stage.post(user.id, 'newest')
      await pinPost(stage.context, { userId: user.id, postId: pinned })

      await t.test('200 by id and by name: a list, in the recorded order', async () => {
        const byId = await stage.got(`/users?ids=${user.id}&format=detailed`)
        assert.deepEqual(Object.keys(byId.data[0]), [
          'id',
          'created_at',
          'name',
          'username',
          'protected',
          'verified',
          'profile_image_url',
          'stats',
          'most_recent_tweet_id',
          'pinned_tweet_id',
          'format',
        ])
        const [{ most_recent_tweet_id, pinned_tweet_id }] = byId.data
        assert.deepEqual([most_recent_tweet_id, pinned_tweet_id], [String(newest), String(pinned)])
        const byName = await stage.got(`/users?usernames=${user.screenName.toUpperCase()}&format=detailed`)
        assert.deepEqual(byName, byId)
        const compact = await stage.got(`/users?ids=${user.id}&format=compact`)
        assert.equal('pinned_tweet_id' in compact.data[0], false)
      })
      await t.test('200 expansions include the pinned and the newest post', async () => {
        const expansions = 'pinned_tweet_id,most_recent_tweet_id'
        const { includes } = await stage.got(
          `/users?ids=${user.id}&expansions=${expansions}&tweet.format=compact`,
        )
        assert.deepEqual(
          includes.tweets.map(({ id, format }: Record<string, string>) => [id, format]),
          [
            [String(pinned), 'compact'],
            [String(newest), 'compact'],
          ],
        )
      })
      await t.test(
        '200 spec/labs-lookup.md#missing-objects: posts of a protected user are not shown',
        async () => {
          const recluse = await stage.user({ isProtected: true })
          await stage.post(recluse.id, 'a secret')
          const { data } = await stage.got(`/users?ids=${recluse.id}&expansions=most_recent_tweet_id`)
          assert.deepEqual([data[0].protected, 'most_recent_tweet_id' in data[0]], [true, false])
        },
      )
      await t.test(
        '200 a missing user is a partial error, whose `parameter` is `username` if the request has names',
        async () => {
          const gone = await stage.user()
          await stage.act(gone.id, 'suspend')
          assert.deepEqual(await stage.got(`/users?ids=5,${gone.id}`), {
            errors: [stage.notFound('user', 'ids', 5n), stage.suspended('ids', gone.id)],
          })
          assert.deepEqual(await stage.got('/users?usernames=nobodythere'), {
            errors: [stage.notFound('user', 'username', 'nobodythere')],
          })
        },
      )
      await t.test('400/2 neither ids nor names, both ids and names, and wrong values', async () => {
        for (const query of [
          '',
          '?ids=',
          '?ids=x',
          '?usernames=a%20b',
          `?ids=${user.id}&usernames=${user.screenName}`,
          `?ids=${user.id}&expansions=author_id`,
          `?ids=${user.id}&user.fields=verified`,
        ]) {
          const { status, body } = await stage.get(`/users${query}`)
          assert.deepEqual([status, body.title, body.errors.length], [400, 'Invalid Request', 1], query)
        }
      })
    })
  })
}

test('spec/retired-endpoints.md#labs-v1-calls: expansions exist from their first days on', async (t) => {
  const accepts = async (api_date: string) => {
    const stage = await LookupStage.open(t, 'labs-1', 'sqlite', 'off', { api_date })
    const statuses = ['most_recent_tweet_id', 'pinned_tweet_id'].map(async (name) => {
      const { status } = await stage.get(`/users?ids=5&expansions=${name}`)
      return status
    })
    return Promise.all(statuses)
  }
  assert.deepEqual(await accepts('2019-07-30'), [400, 400])
  assert.deepEqual(await accepts('2019-07-31'), [200, 400])
  assert.deepEqual(await accepts('2019-08-12'), [200, 200])
})

outOfLabsTest('/labs/1/users?ids=5', { settings: LIVING })
