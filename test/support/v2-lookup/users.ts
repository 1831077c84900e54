/**
 * The contract of user lookups, as tests (spec/labs-lookup.md#endpoints, spec/v2-objects.md#user,
 * spec/labs-lookup.md#missing-objects, spec/labs-lookup.md#early-access).
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { importUsers } from '../../../src/domain/accounts/import-users.ts'
import { updateProfile } from '../../../src/domain/accounts/update-profile.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { pinPost } from '../../../src/domain/posts/write/pin-post.ts'
import { parseUser } from '../../../src/importers/user-object.ts'
import { ENGINES } from '../engines.ts'
import { letFollow } from '../follows.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import { asking, parameterTests, type Way, windowTest } from './parameters.ts'
import { type Generation, LookupStage } from './stage.ts'

/** A parameter that names users, and the paths that have this parameter. */
export interface Naming {
  /** The endpoints for one user and for many users. */
  readonly ways: readonly Pick<Way, 'path' | 'key'>[]
  valueOf(user: User): string
}

export const BY_ID: Naming = {
  ways: [
    { path: '/users', key: 'ids' },
    { path: '/users/{}', key: 'id' },
  ],
  valueOf: ({ id }) => String(id),
}

export const BY_NAMES: Naming = {
  ways: [{ path: '/users/by', key: 'usernames' }],
  valueOf: ({ screenName }) => screenName.toUpperCase(),
}

export const BY_NAME: Naming = {
  ways: [{ path: '/users/by/username/{}', key: 'username' }],
  valueOf: ({ screenName }) => screenName.toUpperCase(),
}

export function userLookupSuite(
  generation: Generation,
  naming: Naming,
  testOn: TestOn = slowOnPostgres,
): void {
  for (const engine of ENGINES) {
    describe(`users of ${generation} by ${naming.ways[0]?.key} on ${engine}`, () => {
      testOn(engine)('look-ups', (t) => lookups(t, generation, engine, naming))
    })
  }
  test('spec/limits.md#labs-limits: requests in 15 minutes: Labs 900 for the app and its users together; API v2 300 for the app and 900 for each user', async (t) => {
    const stage = await LookupStage.open(t, generation, 'sqlite', 'documented')
    await windowTest(
      stage,
      naming.ways.map((way) => asking({ ...way, subject: 'users', good: '1' })),
    )
  })
}

async function lookups(
  t: TestContext,
  generation: Generation,
  engine: Engine,
  naming: Naming,
): Promise<void> {
  const stage = await LookupStage.open(t, generation, engine)
  const user = await stage.user({ name: 'Ada <3' })
  for (const { path, key } of naming.ways) {
    const way: Way = { path, key, subject: 'users', good: naming.valueOf(user) }
    await t.test(`by ${key}`, async (t) => {
      await parameterTests(t, stage, way)
      await shown(t, stage, way, user)
      await importedPicture(t, stage, way, naming)
      await absences(t, stage, way, naming)
      await pins(t, stage, way, naming)
    })
  }
  if (naming !== BY_NAMES) return
  await t.test(
    '200 spec/v2-objects.md#envelope: users in the order of the request, and one user for a name in two spellings',
    async () => {
      const other = await stage.user()
      const names = [other.screenName, user.screenName, other.screenName.toUpperCase()]
      const { data, errors } = await stage.got(`/users/by?usernames=${names},nobody`)
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        [String(other.id), String(user.id)],
      )
      assert.deepEqual(errors, [stage.notFound('user', 'usernames', 'nobody')])
    },
  )
}

/** The user in a response about one user or about many. */
function only(way: Way, { data }: { readonly data: unknown }): unknown {
  if (!way.key.endsWith('s')) return data
  assert.ok(Array.isArray(data) && data.length === 1)
  return data[0]
}

async function shown(t: TestContext, stage: LookupStage, way: Way, user: User): Promise<void> {
  await t.test('200 spec/labs-lookup.md#default-fields: id, name and username by default', async () => {
    assert.deepEqual(only(way, await stage.got(asking(way))), {
      id: String(user.id),
      name: 'Ada <3',
      username: user.screenName,
    })
  })
  await t.test('200 spec/v2-objects.md#user: every field; empty fields are omitted', async () => {
    const fields =
      'user.fields=created_at,description,entities,id,location,name,pinned_tweet_id,profile_image_url,protected,public_metrics,url,username,verified,withheld'
    const bare = {
      id: String(user.id),
      name: 'Ada <3',
      username: user.screenName,
      created_at: new Date(user.createdAt).toISOString().replace(/\d{3}Z$/, '000Z'),
      protected: false,
      public_metrics: {
        ...{ followers_count: 0, following_count: 0, tweet_count: 0, listed_count: 0 },
      },
      verified: false,
      profile_image_url: `${stage.server.url}/images/default_profile_normal.png`,
    }
    assert.deepEqual(only(way, await stage.got(asking(way, way.good, fields))), bare)
    await updateProfile(stage.context, {
      userId: user.id,
      description: '🐦 #birds @nobody $TWTR',
      location: 'Here',
    })
    await stage.act(user.id, 'withhold', ['DE'])
    assert.deepEqual(only(way, await stage.got(asking(way, way.good, fields))), {
      ...bare,
      description: '🐦 #birds @nobody $TWTR',
      entities: {
        description: {
          hashtags: [{ start: 2, end: 8, tag: 'birds' }],
          mentions: [{ start: 9, end: 16, username: 'nobody' }],
          cashtags: [{ start: 17, end: 22, tag: 'TWTR' }],
        },
      },
      location: 'Here',
      withheld: { country_codes: ['DE'], scope: 'user' },
    })
    await updateProfile(stage.context, { userId: user.id, description: '', location: '' })
    await stage.act(user.id, 'unwithhold')
  })
}

async function importedPicture(t: TestContext, stage: LookupStage, way: Way, naming: Naming): Promise<void> {
  await t.test('200 spec/v2-objects.md#user: an imported default picture', async () => {
    const user = await stage.user()
    const picture = 'https://abs.twimg.com/sticky/default_profile_images/default_profile_4_normal.png'
    const object = {
      id_str: String(user.id),
      screen_name: user.screenName,
      name: user.name,
      created_at: 'Wed May 23 06:01:13 +0000 2007',
      description: '',
      default_profile_image: true,
      profile_image_url_https: picture,
    }
    const imported = parseUser(JSON.stringify(object))
    assert.ok(typeof imported !== 'string', String(imported))
    await importUsers(stage.context, [imported], async () => undefined)
    const asked = asking(way, naming.valueOf(user), 'user.fields=profile_image_url')
    assert.equal(
      (only(way, await stage.got(asked)) as { profile_image_url: string }).profile_image_url,
      picture,
    )
  })
}

async function absences(t: TestContext, stage: LookupStage, way: Way, naming: Naming): Promise<void> {
  const { context, app } = stage
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: an unknown user, and a deactivated user',
    async () => {
      const leaver = await stage.user()
      await stage.act(leaver.id, 'deactivate')
      for (const value of ['1', naming.valueOf(leaver)]) {
        assert.deepEqual(await stage.got(asking(way, value)), {
          errors: [stage.notFound('user', way.key, value)],
        })
      }
    },
  )
  await t.test('200 spec/labs-lookup.md#missing-objects: a suspended user', async () => {
    const offender = await stage.user()
    await stage.act(offender.id, 'suspend')
    const value = naming.valueOf(offender)
    assert.deepEqual(await stage.got(asking(way, value)), { errors: [stage.suspended(way.key, value)] })
  })
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: a protected user, and a user who blocks the viewer, are shown',
    async () => {
      const [hermit, viewer] = [await stage.user({ isProtected: true }), await stage.user()]
      await block(context, { userId: hermit.id, blockedId: viewer.id })
      for (const as of [app.asApp, await app.asUser(viewer.id)]) {
        const answer = await stage.got(asking(way, naming.valueOf(hermit), 'user.fields=protected'), as)
        assert.deepEqual(only(way, answer), {
          id: String(hermit.id),
          name: hermit.name,
          username: hermit.screenName,
          protected: true,
        })
      }
    },
  )
}

async function pins(t: TestContext, stage: LookupStage, way: Way, naming: Naming): Promise<void> {
  const { context, app } = stage
  await t.test(
    '200 spec/labs-lookup.md#expansions: the pinned post, by field and by expansion; a dropped post is left out',
    async () => {
      const user = await stage.user()
      const postId = await stage.post(user.id, 'pinned')
      await pinPost(context, { userId: user.id, postId })
      const value = naming.valueOf(user)
      const named = { id: String(user.id), name: user.name, username: user.screenName }
      const withPin = { ...named, pinned_tweet_id: String(postId) }
      assert.deepEqual(only(way, await stage.got(asking(way, value))), named)
      const field = await stage.got(asking(way, value, 'user.fields=pinned_tweet_id'))
      assert.deepEqual([only(way, field), field.includes], [withPin, undefined])
      const query = 'expansions=pinned_tweet_id&tweet.fields=author_id'
      const { includes, errors, ...rest } = await stage.got(asking(way, value, query))
      assert.deepEqual(only(way, rest), withPin)
      assert.equal(errors, undefined)
      assert.deepEqual(includes, {
        tweets: [
          { id: String(postId), text: 'pinned', author_id: String(user.id), ...stage.history(postId) },
        ],
      })
      await changePostState(context, { postId, action: 'drop' })
      const without = await stage.got(asking(way, value, query))
      assert.deepEqual([only(way, without), without.includes], [named, undefined])
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: only followers see the pinned post of a protected user',
    async () => {
      const [hermit, viewer] = [await stage.user({ isProtected: true }), await stage.user()]
      const postId = await stage.post(hermit.id, 'pinned')
      await pinPost(context, { userId: hermit.id, postId })
      await letFollow(context, { follower: viewer.id, followee: hermit.id })
      const path = asking(way, naming.valueOf(hermit), 'expansions=pinned_tweet_id')
      const asApp = await stage.got(path)
      assert.deepEqual(Object.keys(only(way, asApp) as object), ['id', 'name', 'username'])
      assert.equal(asApp.includes, undefined)
      const asViewer = await stage.got(path, await app.asUser(viewer.id))
      assert.deepEqual(asViewer.includes, {
        tweets: [{ id: String(postId), text: 'pinned', ...stage.history(postId) }],
      })
    },
  )
}
