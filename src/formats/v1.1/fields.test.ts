import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { closed } from '../../../test/support/http/closed-schema.ts'
import { byPart } from '../../../test/support/part.ts'
import { fullUser, postView, profiledUser, shownPost } from '../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../test/support/properties.ts'
import { type Day, DEFAULT_DAY } from '../fields/day.ts'
import { EXTENDED_MEDIA_FIELDS } from './media.ts'
import { type PostView, postObject, type ShownPost } from './post.ts'
import { POST_FIELDS } from './post-fields.ts'
import { frameOf, ownWordsText, postJoiner, repostedWordsText } from './post-template.ts'
import { streamedPost } from './streamed-post.ts'
import { type UserView, userObject } from './user.ts'
import { USER_FIELDS } from './user-fields.ts'
import { userJoiner, userTextOf } from './user-template.ts'

/** A run spends most of its time on compiling the validator for a day that no earlier run used. */
const RUNS = byPart(180, 400)

const DAYS = [...USER_FIELDS.changes, ...POST_FIELDS.changes]
/** Every day on which an object changes, the day before each of these days, and a day on which nothing changes. */
const day = fc.constantFrom(DEFAULT_DAY, '2010-01-01', ...DAYS, ...DAYS.map(dayBefore))

function dayBefore(of: Day): Day {
  return new Date(Date.parse(of) - 1).toISOString().slice(0, 10)
}

const userView: fc.Arbitrary<UserView> = fc
  .record({ shown: shownPost, view: postView, hasProfileLocation: fc.boolean() })
  .map(({ shown: { relation }, view: { includeEntities, defaultPicture }, hasProfileLocation }) => ({
    ...{ relation, includeEntities, defaultPicture, hasProfileLocation },
  }))

/** Checks that the JSON of an object has exactly the fields of a schema, in the same order. */
function assertIsOf(schema: Parameters<typeof Type.Object>[0], json: string): void {
  const value = JSON.parse(json) as object
  const [isOf, errors] = validatorOf(schema).Errors(value)
  assert.ok(isOf, `${JSON.stringify(errors)} in ${json}`)
  const names = Object.keys(value)
  assert.deepEqual(
    names,
    Object.keys(schema).filter((name) => names.includes(name)),
  )
}

/** Compiled validators; they are cached because compiling a validator takes a hundred times as long as a check. */
const validators = new Map<string, ReturnType<typeof Compile>>()

function validatorOf(schema: Parameters<typeof Type.Object>[0]): ReturnType<typeof Compile> {
  const text = JSON.stringify(closed(Type.Object(schema)))
  const known = validators.get(text) ?? Compile(JSON.parse(text))
  validators.set(text, known)
  return known
}

function userSchema(on: Day, view: Pick<UserView, 'hasProfileLocation'>) {
  const { profile_location: location = Type.Null(), ...rest } = USER_FIELDS.schema(undefined, on)
  return view.hasProfileLocation === true || on < '2015-11-01'
    ? USER_FIELDS.schema(undefined, on)
    : { ...rest, profile_location: Type.Optional(location) }
}

test('spec/retired-endpoints.md#fields-by-date: on every day, the object and the text of a user are equal and match the schema', () => {
  fc.assert(
    fc.property(profiledUser, userView, day, (user, view, day) => {
      const object = JSON.stringify(userObject(user, { ...view, day }))
      assert.equal(userJoiner({ ...view, day })(userTextOf(user, day), view.relation), object)
      assertIsOf(userSchema(day, view), object)
    }),
    { numRuns: RUNS },
  )
})

const TRIMMED = Type.Object({ id: Type.Integer(), id_str: Type.String() })

function postSchema(on: Day, view: PostView, depth = 0): Parameters<typeof Type.Object>[0] {
  const inner = depth > 1 ? {} : postSchema(on, view, depth + 1)
  const { profile_location: location = Type.Null(), ...author } = USER_FIELDS.schema(undefined, on)
  const whole = on < '2015-11-01' ? { ...author, profile_location: location } : author
  return POST_FIELDS.schema(
    {
      user: view.trimUser ? TRIMMED : Type.Object(whole),
      retweeted_status: Type.Optional(Type.Object(inner)),
      quoted_status: Type.Optional(Type.Object(inner)),
    },
    on,
  )
}

/** A post that is joined from parts in the way of `_posts.ts`. */
function joinedPost(shown: ShownPost, view: PostView): string {
  const { post, author, original, quoted, marks, relation } = shown
  const { day } = view
  return postJoiner(view)({
    frame: frameOf(post, day),
    said:
      original === undefined
        ? ownWordsText(post, view)
        : repostedWordsText(original.post, original.author, post.createdAt, view),
    marks: original?.marks ?? marks,
    user: view.trimUser
      ? JSON.stringify({ id: JSON.rawJSON(String(author.id)), id_str: String(author.id) })
      : userJoiner(view)(userTextOf(author, day), relation),
    original: original && joinedPost(original, view),
    quoted: quoted && joinedPost(quoted, view),
  })
}

test('spec/retired-endpoints.md#fields-by-date: on every day, the object and the text of a post are equal and match the schema', () => {
  fc.assert(
    fc.property(shownPost, postView, day, (shown, view, day) => {
      const dated = { ...view, day }
      const object = JSON.stringify(postObject(shown, dated))
      assert.equal(joinedPost(shown, dated), object)
      assertIsOf(postSchema(day, view), object)
    }),
    { numRuns: RUNS },
  )
})

test('without a day, objects of the default day are rendered', () => {
  fc.assert(
    fc.property(shownPost, postView, (shown, view) => {
      assert.deepEqual(postObject(shown, view), postObject(shown, { ...view, day: DEFAULT_DAY }))
    }),
    { numRuns: 50 },
  )
})

test('spec/odd-values.md#odd-values: imported polls are in the entities of the object and of the text', () => {
  const [plain] = fc.sample(
    shownPost.filter(({ original, quoted }) => original === undefined && quoted === undefined),
    { seed: 7, numRuns: 1 },
  )
  assert.ok(plain !== undefined)
  const polls = [{ options: [{ position: 1, text: 'yes' }] }]
  const content = { text: 'Is it?', kept: { entities: { polls } } }
  const shown = { ...plain, post: { ...plain.post, quotedId: null, content } }
  const text = joinedPost(shown, { ...VIEW, mode: 'compat' })
  assert.equal(text, JSON.stringify(postObject(shown, { ...VIEW, mode: 'compat' })))
  assert.deepEqual((JSON.parse(text) as { entities: { polls: unknown } }).entities.polls, polls)
})

const [SHOWN] = fc.sample(
  shownPost.filter(({ original, quoted }) => original === undefined && quoted !== undefined),
  { seed: 3, numRuns: 1 },
)
const VIEW: PostView = {
  ...{ mode: 'extended', includeEntities: true, includeAltText: false, includeCardUri: false },
  ...{ includeMyRepost: false, trimUser: true, origin: '', defaultPicture: null },
}

describe('spec/retired-endpoints.md#fields-by-date: the day determines the fields', () => {
  const [someone] = fc.sample(fullUser, { seed: 3, numRuns: 1 })
  assert.ok(SHOWN !== undefined && someone !== undefined)
  const friend = { ...SHOWN, relation: null }
  const long = {
    ...friend,
    post: { ...friend.post, content: { text: 'long words '.repeat(20), source: { name: 'app', url: '' } } },
  }
  const userOn = (day?: Day) => userObject(someone, { relation: null, includeEntities: false, day })
  const postOn = (day?: Day) => postObject(long, { ...VIEW, day })

  test('lang is null from 2019-05-21 on, and time_zone and utc_offset are null from 2018-05-23 on', () => {
    assert.deepEqual(
      [userOn('2019-05-20')['lang'], userOn('2019-05-21')['lang'], userOn()['lang']],
      ['en', null, null],
    )
    const zones = ['2018-05-22', '2018-05-23'].map((day) => [
      userOn(day)['time_zone'],
      userOn(day)['utc_offset'],
    ])
    assert.deepEqual(zones, [
      ['UTC', 0],
      [null, null],
    ])
  })

  test('has_extended_profile, translator_type, live_following, blocking and blocked_by exist from the days of their first recordings on', () => {
    const relation = {
      ...{ following: true, followedBy: false, followingRequested: false, followingReceived: false },
      ...{ blocking: true, blockedBy: false, muting: false, wantsRetweets: true, wantsNotifications: false },
    }
    const seenOn = (day: Day) => Object.keys(userObject(someone, { relation, includeEntities: true, day }))
    for (const [name, first] of [
      ['has_extended_profile', '2015-11-01'],
      ['translator_type', '2016-09-01'],
      ['live_following', '2016-11-01'],
      ['blocking', '2016-11-01'],
      ['blocked_by', '2016-11-01'],
    ] as const) {
      assert.deepEqual(
        [seenOn(dayBefore(first)).includes(name), seenOn(first).includes(name)],
        [false, true],
        name,
      )
    }
  })

  test('full_text and display_text_range exist from 2016-09-19 on; before that day, texts are truncated', () => {
    const [before, after] = [postOn('2016-09-18'), postOn('2016-09-19')]
    assert.deepEqual(
      ['full_text', 'display_text_range'].map((name) => name in before),
      [false, false],
    )
    assert.equal(before['truncated'], true)
    assert.ok(String(before['text']).length <= 140)
    assert.equal(after['full_text'], long.post.content.text)
    assert.deepEqual([after['truncated'], 'text' in after], [false, false])
  })

  test('extended_tweet exists in streams from 2016-09-19 on', () => {
    const streamedOn = (day: Day) => streamedPost(long, { ...VIEW, mode: 'compat', day })
    assert.equal('extended_tweet' in streamedOn('2016-09-18'), false)
    assert.ok('extended_tweet' in streamedOn('2016-09-19'))
  })

  test('quote_count and reply_count exist in streams from 2018-01 on, and the time is the last field', () => {
    const counts = { ...long.post.counts, quotes: 3, replies: 5 }
    const counted = { ...long, post: { ...long.post, counts } }
    const streamedOn = (day?: Day) => streamedPost(counted, { ...VIEW, mode: 'compat', day }, 'low')
    assert.deepEqual(
      ['quote_count', 'reply_count'].map((name) => name in streamedOn('2017-12-31')),
      [false, false],
    )
    for (const post of [streamedOn('2018-01-01'), streamedOn()]) {
      assert.deepEqual([post['quote_count'], post['reply_count']], [3, 5])
      assert.deepEqual(Object.keys(post).slice(-2), ['filter_level', 'timestamp_ms'])
    }
    assert.equal('quote_count' in postOn(), false, 'not in responses')
  })

  test('a quote has the quoted id from 2015-06 on, a mark from 2015-12 on and a permalink from 2018-05-10 on', () => {
    const content = {
      ...long.post.content,
      quoted_status_permalink: { url: 'a', expanded: 'b', display: 'c' },
    }
    const quoting = { ...long, post: { ...long.post, content } }
    const namesOn = (day: Day) =>
      Object.keys(postObject(quoting, { ...VIEW, day })).filter((name) => /quote/.test(name))
    const named = ['quoted_status_id', 'quoted_status_id_str', 'quoted_status']
    assert.deepEqual(namesOn('2015-05-31'), [])
    assert.deepEqual(namesOn('2015-06-01'), named)
    assert.deepEqual(namesOn('2015-12-01'), ['is_quote_status', ...named])
    assert.deepEqual(namesOn('2018-05-10'), [
      ...[
        'is_quote_status',
        'quoted_status_id',
        'quoted_status_id_str',
        'quoted_status_permalink',
        'quoted_status',
      ],
    ])
  })

  test('before 2015-12, entities follow the counts, and truncated follows the source', () => {
    const old = Object.keys(postOn('2015-11-30'))
    assert.ok(old.indexOf('entities') === old.indexOf('favorite_count') + 1)
    assert.ok(old.indexOf('truncated') === old.indexOf('source') + 1)
    const today = Object.keys(postOn())
    assert.ok(today.indexOf('entities') < today.indexOf('source'))
    assert.ok(today.indexOf('truncated') < today.indexOf('source'))
  })

  test('additional_media_info exists from 2017-09-11 on; on that day the version of the post object changes', () => {
    const [before, after] = ['2017-09-10', '2017-09-11']
    assert.deepEqual(
      [before, after]
        .map((day) => EXTENDED_MEDIA_FIELDS.schema(day))
        .map((schema) => 'additional_media_info' in schema),
      [false, true],
    )
    assert.equal(POST_FIELDS.versionOn(after), POST_FIELDS.versionOn(before) + 1)
  })

  test('before 2018-05-14, users choose any background picture; from that day on, only pictures of themes are shown', () => {
    const own = 'http://pbs.twimg.com/profile_background_images/1/a.jpg'
    const seenOn = (day: Day, picture: string | null) => {
      const appearance = {
        profile_background_image_url: picture,
        profile_background_image_url_https: picture,
      }
      const user = { ...someone, profile: { ...someone.profile, appearance } }
      const { profile_background_image_url: plain, profile_background_image_url_https: secure } = userObject(
        user,
        { relation: null, includeEntities: false, day },
      )
      return [plain, secure]
    }
    assert.deepEqual(seenOn('2018-05-13', own), [own, own])
    const theme = 'abs.twimg.com/images/themes/theme1/bg.png'
    assert.deepEqual(seenOn('2018-05-14', own), [`http://${theme}`, `https://${theme}`])
    const other = 'https://abs.twimg.com/images/themes/theme9/bg.gif'
    assert.deepEqual(seenOn('2018-05-14', other), [other, other])
    assert.deepEqual(seenOn('2018-05-14', null), [null, null])
  })

  test('before 2016-11, sizes of media are 340, 600 and 1024 pixels wide', () => {
    const size = (w: number, h: number) => ({ w, h, resize: 'fit' })
    const sizes = {
      ...{ thumb: { w: 150, h: 150, resize: 'crop' }, small: size(680, 510) },
      ...{ medium: size(1200, 900), large: size(2048, 1536) },
    }
    const [medium] =
      fc.sample(
        shownPost.filter(({ post }) => (post.content.media ?? []).length > 0),
        { seed: 5, numRuns: 1 },
      )[0]?.post.content.media ?? []
    assert.ok(medium !== undefined)
    const view = { origin: '', includeAltText: false }
    const sizesOn = (day: Day) =>
      EXTENDED_MEDIA_FIELDS.object({ media: { ...medium, sizes }, indices: [0, 1], view }, day)['sizes']
    assert.deepEqual(sizesOn('2016-11-01'), sizes)
    assert.deepEqual(sizesOn('2016-10-31'), {
      ...{ thumb: sizes.thumb, small: size(340, 255), medium: size(600, 450), large: size(1024, 768) },
    })
  })

  test('source is an anchor before 2022-12-20, and empty from that day on', () => {
    assert.equal(postOn('2022-12-19')['source'], '<a href="" rel="nofollow">app</a>')
    assert.equal(postOn('2022-12-20')['source'], '')
  })
})
