import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { NO_PROFILE, type Profile } from '../../domain/accounts/profile.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import { type UserView, userObject } from './user.ts'
import { userJoiner, userTextOf } from './user-template.ts'

/** Texts that contain the sequences at which the rendered text is split. */
const tricky = fc.constantFrom(
  '","following":null,"follow_request_sent":null,"notifications":null',
  ',"entities":{',
  ',"protected":',
  ',"profile_image_url":null,"profile_image_url_https":null',
  '"}',
  '\\",\\"following":',
)
const text = fc.oneof(fc.string({ unit: 'grapheme' }), tricky)

const link = fc.record({ url: text, expanded_url: text })

const profile: fc.Arbitrary<Profile> = fc
  .record({
    location: text,
    description: text,
    descriptionLinks: fc.array(link, { maxLength: 3 }),
    link: fc.option(link, { nil: undefined }),
    imageUrl: fc.option(
      text.map((path) => `https://example.org/${path}`),
      { nil: undefined },
    ),
    bannerUrl: fc.option(text, { nil: undefined }),
    isVerified: fc.boolean(),
    listedCount: fc.nat(),
    appearance: fc.record(
      {
        profile_link_color: text,
        default_profile: fc.boolean(),
        profile_image_url: fc.option(text),
        profile_image_url_https: fc.option(text),
        profile_background_image_url: fc.option(text),
      },
      { requiredKeys: [] },
    ),
  })
  .map((set) => ({ ...NO_PROFILE, ...set }))

const user: fc.Arbitrary<FullUser> = fc.record({
  id: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  screenName: text,
  name: text,
  createdAt: fc.nat(),
  isProtected: fc.boolean(),
  suspendedAt: fc.constant(null),
  deactivatedAt: fc.constant(null),
  withheldInCountries: fc.subarray(['DE', 'FR', 'XX']),
  followersCount: fc.nat(),
  friendsCount: fc.nat(),
  statusesCount: fc.nat(),
  favouritesCount: fc.nat(),
  membershipsCount: fc.nat(),
  profile: fc.oneof(fc.constant(NO_PROFILE), profile),
})

const relation: fc.Arbitrary<Relation> = fc.record({
  following: fc.boolean(),
  followedBy: fc.boolean(),
  followingRequested: fc.boolean(),
  followingReceived: fc.boolean(),
  blocking: fc.boolean(),
  blockedBy: fc.boolean(),
  muting: fc.boolean(),
  wantsRetweets: fc.boolean(),
  wantsNotifications: fc.boolean(),
})

const view: fc.Arbitrary<UserView> = fc.record(
  {
    relation: fc.oneof(fc.constantFrom(null, 'self' as const), relation),
    includeEntities: fc.boolean(),
    defaultPicture: fc.option(text),
    status: fc.option(fc.record({ text }), { nil: undefined }),
  },
  { requiredKeys: ['relation', 'includeEntities'] },
)

test('for every view, the joined user template equals the rendered user', () => {
  fc.assert(
    fc.property(user, view, (user, view) => {
      const status = view.status === undefined ? undefined : JSON.stringify(view.status)
      const spliced = userJoiner(view)(userTextOf(user), view.relation, status)
      assert.equal(spliced, JSON.stringify(userObject(user, view)))
    }),
    { numRuns: 1_000 },
  )
})
