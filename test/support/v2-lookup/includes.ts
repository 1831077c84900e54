/**
 * Compares the objects that expansions add with a reference that does not use the code of Aviary
 * (spec/labs-lookup.md#expansions, spec/v2-objects.md#envelope, spec/labs-lookup.md#missing-objects).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { PostMedia } from '../../../src/domain/posts/content.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import * as fc from '../properties.ts'
import type { LookupStage } from './stage.ts'

const EXPANSIONS = [
  'attachments.poll_ids',
  'attachments.media_keys',
  'author_id',
  'entities.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'referenced_tweets.id',
  'referenced_tweets.id.author_id',
] as const

/** A post of the reference. */
interface KnownPost {
  readonly id: string
  readonly author: string
  readonly answered?: string
  readonly mentions: readonly string[]
  readonly references: readonly string[]
  readonly media: readonly string[]
  readonly polls: readonly string[]
  readonly places: readonly string[]
}

const NOTHING = { mentions: [], references: [], media: [], polls: [], places: [] }

const PLACE = {
  id: '01a9a39529b27f36',
  place_type: 'city',
  name: 'Manhattan',
  full_name: 'Manhattan, NY',
  country_code: 'US',
  country: 'United States',
  bounding_box: {
    type: 'Polygon',
    coordinates: [
      [
        [-74.02, 40.68],
        [-73.9, 40.68],
        [-73.9, 40.88],
        [-74.02, 40.88],
      ],
    ],
  },
}

function photo(id: string): PostMedia {
  return {
    id_str: id,
    type: 'photo',
    indices: [0, 23],
    url: 'https://t.co/mediamedia',
    display_url: 'pic.twitter.com/mediamedia',
    expanded_url: 'https://twitter.com/a/status/1/photo/1',
    media_url_https: `/media/${id}/large.jpg`,
    sizes: { small: { w: 68, h: 40, resize: 'fit' }, large: { w: 680, h: 400, resize: 'fit' } },
  }
}

const POLL = {
  id: '77',
  options: [
    { position: 1, label: 'yes', votes: 3 },
    { position: 2, label: 'no', votes: 1 },
  ],
  duration_minutes: 60,
  end_at: Date.UTC(2020, 0, 1),
}

/** The included objects that the reference expects, by kind. */
type Expected = Readonly<Record<'tweets' | 'users' | 'media' | 'polls' | 'places', ReadonlySet<string>>>

function reference(
  world: readonly KnownPost[],
  asked: readonly string[],
  expansions: readonly string[],
): Expected {
  const sets = {
    tweets: new Set<string>(),
    users: new Set<string>(),
    media: new Set<string>(),
    polls: new Set<string>(),
    places: new Set<string>(),
  }
  const add = (kind: keyof typeof sets, ids: readonly string[]) => {
    for (const id of ids) sets[kind].add(id)
  }
  for (const id of asked) {
    for (const post of world) {
      if (post.id !== id) continue
      for (const expansion of expansions) {
        if (expansion === 'author_id') add('users', [post.author])
        if (expansion === 'entities.mentions.username') add('users', post.mentions)
        if (expansion === 'in_reply_to_user_id' && post.answered !== undefined) add('users', [post.answered])
        if (expansion === 'attachments.media_keys') add('media', post.media)
        if (expansion === 'attachments.poll_ids') add('polls', post.polls)
        if (expansion === 'geo.place_id') add('places', post.places)
        if (!expansion.startsWith('referenced_tweets.id')) continue
        add(
          'tweets',
          post.references.filter((other) => !asked.includes(other)),
        )
        if (expansion === 'referenced_tweets.id') continue
        for (const other of world) if (post.references.includes(other.id)) add('users', [other.author])
      }
    }
  }
  return sets
}

export async function includeTests(t: TestContext, stage: LookupStage): Promise<void> {
  const [ada, bob, cid] = [await stage.user(), await stage.user(), await stage.user()]
  const world = await peopledWorld(stage, ada, bob, cid)
  await t.test(
    '200 spec/v2-objects.md#envelope: for any posts and expansions, each object is included once',
    async () => {
      const ids = world.map(({ id }) => id)
      await fc.assert(
        fc.asyncProperty(
          fc.subarray(ids, { minLength: 1 }),
          fc.subarray([...EXPANSIONS], { minLength: 1 }),
          async (asked, expansions) => {
            const query = `ids=${asked}&expansions=${expansions}`
            const { includes = {}, errors } = await stage.got(`/tweets?${query}`)
            assert.equal(errors, undefined)
            const expected = reference(world, asked, expansions)
            for (const [kind, set] of Object.entries(expected)) {
              const keys = (includes[kind] ?? []).map(
                (thing: Record<string, string>) => thing['media_key'] ?? thing['id'],
              )
              assert.deepEqual(keys.toSorted(), [...set].toSorted(), `${kind} of ${query}`)
              assert.equal(includes[kind] === undefined, set.size === 0, 'no empty lists')
            }
          },
        ),
        { numRuns: 40 },
      )
    },
  )
  await linkTests(t, stage, world)
  await thingTests(t, stage, world)
  await missingTests(t, stage, ada)
}

async function peopledWorld(stage: LookupStage, ada: User, bob: User, cid: User): Promise<KnownPost[]> {
  const mention = ({ id, screenName, name }: User) => ({
    screen_name: screenName,
    name,
    id_str: String(id),
    indices: [0, screenName.length + 1] as const,
  })
  const plain = await stage.post(ada.id, 'plain')
  const reply = await stage.post(bob.id, `@${ada.screenName} no`, {
    inReplyTo: { id: plain, authorId: ada.id },
    content: { user_mentions: [mention(ada)] },
  })
  const rich = await stage.post(cid.id, `@${bob.screenName} look`, {
    quotedId: reply,
    content: { user_mentions: [mention(bob)], media: [photo('11'), photo('12')], poll: POLL },
    geo: { place: PLACE, coordinates: { long: -74, lat: 40.7 } },
  })
  const again = await stage.post(ada.id, '', { repostedId: rich })
  const both = await stage.post(ada.id, 'both', {
    quotedId: plain,
    inReplyTo: { id: rich, authorId: cid.id },
  })
  const [a, b, c] = [String(ada.id), String(bob.id), String(cid.id)]
  const things = { media: ['3_11', '3_12'], polls: ['77'], places: [] }
  return [
    { ...NOTHING, id: String(plain), author: a },
    { ...NOTHING, id: String(reply), author: b, answered: a, mentions: [a], references: [String(plain)] },
    {
      ...things,
      id: String(rich),
      author: c,
      mentions: [b],
      references: [String(reply)],
      places: [PLACE.id],
    },
    // The text of a repost is a mention of the original author, and the text of the original.
    { ...things, id: String(again), author: a, mentions: [c, b], references: [String(rich)] },
    {
      ...NOTHING,
      id: String(both),
      author: a,
      answered: c,
      references: [String(plain), String(rich)],
    },
  ]
}

async function linkTests(t: TestContext, stage: LookupStage, world: readonly KnownPost[]): Promise<void> {
  await t.test(
    '200 spec/labs-lookup.md#expansions: an expansion also adds the field that refers to the added objects',
    async () => {
      const links: Readonly<Record<(typeof EXPANSIONS)[number], readonly string[]>> = {
        'attachments.poll_ids': ['attachments'],
        'attachments.media_keys': ['attachments'],
        author_id: ['author_id'],
        'entities.mentions.username': ['entities'],
        'geo.place_id': ['geo'],
        in_reply_to_user_id: ['in_reply_to_user_id'],
        'referenced_tweets.id': ['referenced_tweets'],
        'referenced_tweets.id.author_id': ['author_id', 'referenced_tweets'],
      }
      for (const expansion of EXPANSIONS) {
        const { data } = await stage.got(`/tweets?ids=${world.map(({ id }) => id)}&expansions=${expansion}`)
        const keys = new Set<string>(data.flatMap(Object.keys))
        const expected = ['id', 'text', ...Object.keys(stage.history()), ...links[expansion]]
        assert.deepEqual([...keys].toSorted(), expected.toSorted(), expansion)
      }
    },
  )
  await t.test(
    '200 spec/v2-objects.md#envelope: all kinds of references are included, and included posts obey tweet.fields',
    async () => {
      const [plain, , rich, again, both] = world.map(({ id }) => id)
      const query = 'expansions=referenced_tweets.id&tweet.fields=lang'
      const { data, includes } = await stage.got(`/tweets?ids=${both},${again}&${query}`)
      assert.deepEqual(
        data.map((post: Record<string, unknown>) => post['referenced_tweets']),
        [
          [
            { type: 'quoted', id: plain },
            { type: 'replied_to', id: rich },
          ],
          [{ type: 'retweeted', id: rich }],
        ],
      )
      for (const post of includes.tweets) assert.equal(post.lang, 'und')
    },
  )
}

async function thingTests(t: TestContext, stage: LookupStage, world: readonly KnownPost[]): Promise<void> {
  const rich = world[2]?.id
  await t.test('200 spec/labs-lookup.md#default-fields: defaults of media, places and polls', async () => {
    const { includes } = await stage.got(
      `/tweets/${rich}?expansions=attachments.media_keys,attachments.poll_ids,geo.place_id`,
    )
    assert.deepEqual(includes.media, [
      { media_key: '3_11', type: 'photo' },
      { media_key: '3_12', type: 'photo' },
    ])
    assert.deepEqual(includes.polls, [{ id: '77', options: POLL.options }])
    assert.deepEqual(includes.places, [{ id: PLACE.id, full_name: PLACE.full_name }])
  })
  await t.test(
    '200 spec/v2-objects.md#envelope: media, places and polls with all fields; objects that this server stores have URLs of this server',
    async () => {
      const { data, includes } = await stage.got(
        `/tweets/${rich}?expansions=attachments.media_keys,attachments.poll_ids,geo.place_id` +
          '&media.fields=height,width,url&poll.fields=duration_minutes,end_datetime,voting_status' +
          '&place.fields=contained_within,country,country_code,geo,name,place_type',
      )
      assert.deepEqual(data.attachments, { media_keys: ['3_11', '3_12'], poll_ids: ['77'] })
      assert.deepEqual(data.geo, {
        coordinates: { type: 'Point', coordinates: [-74, 40.7] },
        place_id: PLACE.id,
      })
      assert.deepEqual(includes.media[0], {
        media_key: '3_11',
        type: 'photo',
        height: 400,
        width: 680,
        url: `${stage.server.url}/media/11/large.jpg`,
      })
      assert.deepEqual(includes.polls, [
        {
          id: '77',
          options: POLL.options,
          duration_minutes: 60,
          end_datetime: '2020-01-01T00:00:00.000Z',
          voting_status: 'closed',
        },
      ])
      assert.deepEqual(includes.places, [
        {
          id: PLACE.id,
          full_name: 'Manhattan, NY',
          name: 'Manhattan',
          country: 'United States',
          country_code: 'US',
          place_type: 'city',
          geo: { type: 'Feature', bbox: [-74.02, 40.68, -73.9, 40.88], properties: {} },
        },
      ])
    },
  )
}

async function missingTests(t: TestContext, stage: LookupStage, author: User): Promise<void> {
  const { context } = stage
  await t.test('200 spec/labs-lookup.md#missing-objects: missing includes are reported once', async () => {
    const hermit = await stage.user({ isProtected: true })
    const secret = await stage.post(hermit.id, 'secret')
    const [gone, dropped] = [await stage.post(author.id, 'gone'), await stage.post(author.id, 'dropped')]
    const ids = [
      await stage.post(author.id, 'one', { quotedId: gone }),
      await stage.post(author.id, 'two', { quotedId: gone }),
      await stage.post(author.id, 'three', { quotedId: secret }),
      await stage.post(author.id, 'four', { quotedId: dropped }),
    ]
    await deletePost(context, { postId: gone })
    await changePostState(context, { postId: dropped, action: 'drop' })
    const { data, includes, errors } = await stage.got(`/tweets?ids=${ids}&expansions=referenced_tweets.id`)
    assert.equal(data.length, 4)
    assert.equal(includes, undefined)
    assert.deepEqual(errors, [
      stage.notFound('tweet', 'referenced_tweets.id', gone, 'includes'),
      stage.notAuthorized('tweet', 'referenced_tweets.id', secret, 'includes'),
      stage.notFound('tweet', 'referenced_tweets.id', dropped, 'includes'),
    ])
  })
  await t.test(
    '200 spec/labs-lookup.md#missing-objects: mentioned users are reported by the name in the post',
    async () => {
      const [offender, leaver] = [await stage.user(), await stage.user()]
      const mention = (id: bigint, screen_name: string) => ({
        screen_name,
        name: 'N',
        id_str: String(id),
        indices: [0, 1] as const,
      })
      const id = await stage.post(author.id, '@a @b', {
        content: { user_mentions: [mention(offender.id, 'bad'), mention(leaver.id, 'left')] },
        inReplyTo: { id: 9n, authorId: offender.id },
      })
      await stage.act(offender.id, 'suspend')
      await stage.act(leaver.id, 'deactivate')
      const { includes, errors } = await stage.got(
        `/tweets/${id}?expansions=entities.mentions.username,in_reply_to_user_id`,
      )
      assert.equal(includes, undefined)
      assert.deepEqual(errors, [
        stage.suspended('in_reply_to_user_id', offender.id, 'includes'),
        stage.suspended('entities.mentions.username', 'bad', 'includes'),
        stage.notFound('user', 'entities.mentions.username', 'left', 'includes'),
      ])
    },
  )
}
