import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { closed } from '../../test/support/http/closed-schema.ts'
import { addPaths, pathsOfSchema } from '../../test/support/http/schema-paths.ts'
import { messageContent } from '../../test/support/messages/arbitraries.ts'
import { postView, profiledUser, relation, shownPost } from '../../test/support/posts/arbitraries.ts'
import * as fc from '../../test/support/properties.ts'
import type { PostView } from '../domain/posts/read/post-view.ts'
import * as labsAttachments from './labs-v1/attachments.ts'
import { FORMATS } from './labs-v1/format.ts'
import { postText } from './labs-v1/post.ts'
import { POST_FIELDS as LABS_POST } from './labs-v1/post-fields.ts'
import { USER_FIELDS as LABS_USER } from './labs-v1/user-fields.ts'
import { UserTexts } from './labs-v1/user-texts.ts'
import { LIST_FIELDS as V11_LIST } from './v1.1/list-fields.ts'
import {
  APP_FIELDS,
  MESSAGE_FIELDS,
  WELCOME_MESSAGE_FIELDS,
  WELCOME_RULE_FIELDS,
} from './v1.1/messages/message-fields.ts'
import { postObject, type ShownPost } from './v1.1/post.ts'
import { POST_FIELDS as V11_POST } from './v1.1/post-fields.ts'
import { CONNECTION_FIELDS, RELATIONSHIP_FIELDS } from './v1.1/relationship-fields.ts'
import { userObject } from './v1.1/user.ts'
import { USER_FIELDS as V11_USER } from './v1.1/user-fields.ts'
import { SUBSCRIPTION_FIELDS, WEBHOOK_FIELDS } from './v1.1/webhook.ts'
import { LIST_FIELDS } from './v2/list-fields.ts'
import { MEDIA_FIELDS } from './v2/media-fields.ts'
import { PLACE_FIELDS } from './v2/place-fields.ts'
import { POLL_FIELDS } from './v2/poll-fields.ts'
import { POST_FIELDS } from './v2/post-fields.ts'
import { shownPost as v2Shown } from './v2/shown-post.ts'
import { USER_FIELDS } from './v2/user-fields.ts'

interface Table {
  readonly members: Readonly<Record<string, TSchema>>
  /** Objects that the table makes, as values or as JSON texts. */
  readonly built: fc.Arbitrary<readonly unknown[]>
  /** Portions of objects that are the same in every run. Default: examples of `built`. */
  readonly examples?: (portion: number) => readonly unknown[]
  /** Schemas of nested objects, which have their own tables. */
  readonly nested?: readonly string[]
}

const ANY = Type.Unknown()
const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })
const origin = fc.constantFrom('', 'https://a.example')
const format = fc.constantFrom(...FORMATS)
const set = fc.oneof(fc.nat({ max: 2 ** 31 - 1 }), fc.constant(2 ** 31 - 1))
const viewed = fc.record({
  shown: shownPost,
  now: fc.nat(),
  isOwn: fc.boolean(),
  fields: set,
  origin,
  format,
})

type Viewed = typeof viewed extends fc.Arbitrary<infer Value> ? Value : never

/** Number of portions of examples in which every member of a table must occur. */
const PORTIONS = 10

/** The seeds are fixed, so that rare fields occur in every run of the test. */
function examplesOf<Value>(arbitrary: fc.Arbitrary<Value>, portion: number): readonly Value[] {
  return fc.sample(arbitrary, { seed: portion + 1, numRuns: 30 })
}

/**
 * Examples of posts by portion. They are generated once, because the posts take more time than the objects
 * made from them.
 */
const viewedExamples = new Map<number, readonly Viewed[]>()

function exampleViews(portion: number): readonly Viewed[] {
  const known = viewedExamples.get(portion)
  if (known !== undefined) return known
  const views = examplesOf(viewed, portion)
  viewedExamples.set(portion, views)
  return views
}

/** Makes objects from a post and its viewer. */
function ofPosts(
  build: (
    shown: ShownPost,
    rest: Readonly<{
      viewerId: bigint | null
      now: number
      fields: number
      origin: string
      format: (typeof FORMATS)[number]
    }>,
  ) => readonly unknown[],
): Pick<Table, 'built' | 'examples'> {
  const builtFrom = ({ shown, isOwn, ...rest }: Viewed) =>
    build(shown, { ...rest, viewerId: isOwn ? shown.post.authorId : null })
  return {
    built: viewed.map(builtFrom),
    examples: (portion) => exampleViews(portion).flatMap(builtFrom),
  }
}

function streamed({ post, author, original, quoted }: ShownPost): PostView {
  return {
    ...{ post, author, repliedTo: undefined },
    original: original && streamed(original),
    quoted: quoted && streamed(quoted),
  }
}

const TABLES: Readonly<Record<string, Table>> = {
  'v2 post': {
    members: POST_FIELDS.schema(),
    ...ofPosts(({ post, author, original }, { viewerId, now, fields }) => {
      const shown = v2Shown(post, original && { post: original.post, author: original.author })
      const authored = { ...shown, authorCodes: author.withheldInCountries }
      const viewer = { post, viewerId, now }
      return [
        POST_FIELDS.members({ post: shown }, fields),
        POST_FIELDS.members({ post: shown, author: authored, viewer }, fields),
      ]
    }),
  },
  'v2 user': {
    members: USER_FIELDS.schema(),
    built: fc
      .record({
        ...{ user: profiledUser, fields: set, pinnedId: fc.option(id, { nil: undefined }) },
        ...{ mostRecentId: fc.option(id, { nil: undefined }), relation, receivesMessages: fc.boolean() },
        email: fc.option(fc.emailAddress(), { nil: undefined }),
      })
      .map(({ user, fields, ...around }) => [
        USER_FIELDS.members({ user, surroundings: { user, defaultPicture: 'https://p', ...around } }, fields),
      ]),
  },
  'v2 list': {
    members: LIST_FIELDS.schema(),
    built: fc
      .record({
        ...{ id, name: fc.string(), description: fc.string(), isPrivate: fc.boolean(), ownerId: id },
        ...{ followerCount: fc.nat(), memberCount: fc.nat(), createdAt: fc.nat(), fields: set },
      })
      .map(({ fields, ...list }) => [LIST_FIELDS.members({ list }, fields)]),
  },
  'v2 media': {
    members: MEDIA_FIELDS.schema(),
    ...ofPosts(({ post }, { viewerId, now, fields, origin }) =>
      (post.content.media ?? []).map((media) =>
        MEDIA_FIELDS.members({ media: { media, origin }, viewer: { media, post, viewerId, now } }, fields),
      ),
    ),
  },
  'v2 place': {
    members: PLACE_FIELDS.schema(),
    ...ofPosts(({ post: { geo } }, { fields }) =>
      geo?.place === undefined ? [] : [PLACE_FIELDS.members({ place: geo.place }, fields)],
    ),
  },
  'v2 poll': {
    members: POLL_FIELDS.schema(),
    ...ofPosts(({ post: { content } }, { now, fields }) =>
      content.poll === undefined ? [] : [POLL_FIELDS.members({ poll: { poll: content.poll, now } }, fields)],
    ),
  },
  'Labs v1 post': {
    members: LABS_POST.schema(),
    ...ofPosts((shown, { format }) => [postText(streamed(shown), { format })]),
  },
  'Labs v1 user': {
    members: LABS_USER.schema(),
    built: fc
      .record({
        user: profiledUser,
        format,
        posts: fc.record({
          newest: fc.option(id, { nil: undefined }),
          pinned: fc.option(id, { nil: undefined }),
        }),
      })
      .map(({ user, format, posts }) => [
        new UserTexts(format, 'https://p').of(user, posts),
        LABS_USER.object({ request: { format, defaultPicture: 'https://p' }, user, ...posts }, {}),
      ]),
  },
  'Labs v1 media': {
    members: labsAttachments.MEDIA_FIELDS.schema(),
    ...ofPosts(({ post }, { origin }) =>
      (post.content.media ?? []).map((media) => labsAttachments.mediaObject(media, origin)),
    ),
  },
  'Labs v1 place': {
    members: labsAttachments.PLACE_FIELDS.schema(),
    ...ofPosts(({ post: { geo } }, { format }) =>
      geo?.place === undefined ? [] : [labsAttachments.placeObject(geo.place, format)],
    ),
  },
  'Labs v1 poll': {
    members: labsAttachments.POLL_FIELDS.schema(),
    ...ofPosts(({ post: { content } }) =>
      content.poll === undefined ? [] : [labsAttachments.pollObject(content.poll)],
    ),
  },
  'v1.1 post': {
    members: V11_POST.schema({
      user: Type.Optional(ANY),
      retweeted_status: Type.Optional(ANY),
      quoted_status: Type.Optional(ANY),
    }),
    built: fc
      .record({ shown: shownPost, view: postView })
      .map(({ shown, view }) => [postObject(shown, view)]),
    nested: ['user', 'retweeted_status', 'quoted_status'],
  },
  'v1.1 user': {
    members: V11_USER.schema({ status: Type.Optional(ANY) }),
    built: fc
      .record({ user: profiledUser, relation: fc.oneof(fc.constant('self' as const), relation) })
      .map(({ user, relation }) => [
        userObject(user, { relation, includeEntities: true, hasProfileLocation: true, status: {} }),
      ]),
    nested: ['status'],
  },
  'v1.1 message': {
    members: MESSAGE_FIELDS.schema(),
    built: fc
      .record({ id, senderId: id, recipientId: id, appId: fc.option(id), content: messageContent })
      .map((message) => [MESSAGE_FIELDS.object({ message, origin: 'https://a.example' })]),
  },
  'v1.1 welcome message': {
    members: WELCOME_MESSAGE_FIELDS.schema(),
    built: fc
      .record({ id, userId: id, appId: id, name: fc.option(fc.string()), content: messageContent })
      .map((message) => [WELCOME_MESSAGE_FIELDS.object({ message, origin: 'https://a.example' })]),
  },
  'v1.1 welcome message rule': {
    members: WELCOME_RULE_FIELDS.schema(),
    built: fc.record({ id, welcomeMessageId: id }).map((rule) => [WELCOME_RULE_FIELDS.object(rule)]),
  },
  'v1.1 app of messages': {
    members: APP_FIELDS.schema(),
    built: fc.record({ id, name: fc.string() }).map((app) => [APP_FIELDS.object(app)]),
  },
  'v1.1 relationship': {
    members: RELATIONSHIP_FIELDS.schema(),
    built: fc
      .record({
        source: profiledUser,
        target: profiledUser,
        relation,
        view: fc.constantFrom('source' as const, 'lists' as const, 'nothing' as const),
      })
      .map((pair) => [RELATIONSHIP_FIELDS.object(pair)]),
  },
  'v1.1 connections': {
    members: CONNECTION_FIELDS.schema(),
    built: fc.record({ user: profiledUser, relation }).map((pair) => [CONNECTION_FIELDS.object(pair)]),
  },
  'v1.1 list': {
    members: V11_LIST.schema(),
    built: fc
      .record({
        ...{ id, ownerId: id, slug: fc.string(), name: fc.string(), description: fc.string() },
        ...{ isPrivate: fc.boolean(), createdAt: fc.nat(), memberCount: fc.nat(), followerCount: fc.nat() },
      })
      .chain((list) => fc.boolean().map((isFollowed) => ({ list, ownerScreenName: 'ann', isFollowed })))
      .map((input) => [V11_LIST.object(input)]),
  },
  'v1.1 webhook': {
    members: WEBHOOK_FIELDS.schema(),
    built: fc
      .record({
        ...{ id, appId: id, environment: fc.string(), url: fc.webUrl(), isValid: fc.boolean() },
        createdAt: fc.nat(),
      })
      .map((webhook) => [WEBHOOK_FIELDS.object(webhook)]),
  },
  'v1.1 subscription': {
    members: SUBSCRIPTION_FIELDS.schema(),
    built: id.map((userId) => [SUBSCRIPTION_FIELDS.object(userId)]),
  },
}

describe('docs/decisions/0059-field-tables.md: objects and schemas of field tables', () => {
  for (const [name, { members, built, examples, nested = [] }] of Object.entries(TABLES)) {
    test(`${name}: every object matches its schema, and every member of the schema occurs`, () => {
      const schema = Type.Object(members)
      const validator = Compile(closed(JSON.parse(JSON.stringify(schema))) as object)
      fc.assert(
        fc.property(built, (objects) => {
          for (const object of objects) {
            const json = typeof object === 'string' ? object : JSON.stringify(object)
            const value = JSON.parse(json) as object
            const [isOf, errors] = validator.Errors(value)
            assert.ok(isOf, `${JSON.stringify(errors)} in ${json}`)
            assertInOrder(Object.keys(value), Object.keys(members), json)
          }
        }),
        { numRuns: 60 },
      )
      const expected = pathsOfSchema(schema).filter(
        (path) => !nested.some((each) => path.startsWith(`.${each}.`)),
      )
      const paths = new Set<string>()
      for (let portion = 0; portion < PORTIONS && !expected.every((path) => paths.has(path)); portion += 1) {
        for (const object of examples?.(portion) ?? examplesOf(built, portion).flat()) {
          addPaths(paths, JSON.parse(typeof object === 'string' ? object : JSON.stringify(object)))
        }
      }
      assert.deepEqual(
        expected.filter((path) => !paths.has(path)),
        [],
      )
    })
  }
})

/**
 * Fields whose value comes from one of two inputs. A value from the second input follows all fields of the first
 * input.
 */
const LATE = new Set(['withheld', 'profile_image_url'])

function assertInOrder(names: readonly string[], order: readonly string[], json: string): void {
  const strict = names.filter((name) => !LATE.has(name))
  const expected = order.filter((name) => strict.includes(name))
  assert.deepEqual(strict, expected, json)
}
