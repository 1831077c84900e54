import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { has } from '../../formats/v2/field-set.ts'
import {
  DEFAULT_SELECTION,
  EXPANSION,
  MEDIA,
  PLACE,
  POLL,
  POST,
  type PostExpansion,
  USER,
} from '../../formats/v2/fields.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import { readForm } from '../../http/form.ts'
import { Problem } from '../_problems.ts'
import { readLookup, readSelection } from './parameters.ts'
import { ID_PATTERN, USERNAME_LIST, USERNAME_PATTERN, ValidationErrors } from './validation-errors.ts'

/** The selection that a query requests; undefined when the query is refused. */
function read(query: string) {
  const errors = new ValidationErrors(readForm(query, undefined))
  const selection = readSelection(errors, 'posts', '2')
  try {
    errors.throwIfAny()
    return selection
  } catch (error) {
    assert.ok(error instanceof Problem)
    return undefined
  }
}

/** The names of the fields in a set. */
function namesIn(set: number, bits: Readonly<Record<string, number>>): string[] {
  return Object.entries(bits).flatMap(([name, bit]) => (has(set, bit) ? [name] : []))
}

/** For each expansion, the fields of posts that it adds (spec/labs-lookup.md#expansions, spec/v2.md#fields). */
const BROUGHT: Readonly<Record<PostExpansion, readonly string[]>> = {
  'attachments.poll_ids': ['attachments'],
  'attachments.media_keys': ['attachments'],
  author_id: ['author_id'],
  'entities.mentions.username': ['entities'],
  'geo.place_id': ['geo'],
  in_reply_to_user_id: ['in_reply_to_user_id'],
  'referenced_tweets.id': ['referenced_tweets'],
  'referenced_tweets.id.author_id': ['referenced_tweets', 'author_id'],
  edit_history_tweet_ids: [],
  'referenced_tweets.id.attachments.media_keys': ['referenced_tweets', 'attachments'],
}

const EXPANSIONS = Object.keys(BROUGHT) as readonly PostExpansion[]

/**
 * The accepted names that have a bit in the set. Names without a bit are accepted, but no object has such a field.
 */
function withBit(names: readonly string[], bits: Readonly<Record<string, number>>): readonly string[] {
  return names.filter((name) => name in bits)
}

test('spec/labs-lookup.md#default-fields: the selection has the requested fields and expansions, the default fields, and the fields that expansions add', () => {
  const some = <const Name extends string>(names: readonly Name[]) =>
    fc.array(fc.constantFrom(...names), { maxLength: 25 })
  fc.assert(
    fc.property(
      some(EXPANSIONS),
      some(POST_FIELDS.names()),
      some(USER_FIELDS.names()),
      some(MEDIA_FIELDS.names()),
      some(PLACE_FIELDS.names()),
      some(POLL_FIELDS.names()),
      (expansions, post, user, media, place, poll) => {
        const selection = read(
          `expansions=${expansions}&tweet.fields=${post}&user.fields=${user}&media.fields=${media}` +
            `&place.fields=${place}&poll.fields=${poll}`,
        )
        assert.ok(selection !== undefined)
        const sorted = (...lists: (readonly string[])[]) => [...new Set(lists.flat())].toSorted()
        const brought = expansions.flatMap((name) => BROUGHT[name])
        assert.deepEqual(
          namesIn(selection.post, POST).toSorted(),
          sorted(withBit(post, POST), brought, ['id', 'text', 'edit_history_tweet_ids']),
        )
        assert.deepEqual(
          namesIn(selection.user, USER).toSorted(),
          sorted(withBit(user, USER), ['id', 'name', 'username']),
        )
        assert.deepEqual(namesIn(selection.media, MEDIA).toSorted(), sorted(media, ['media_key', 'type']))
        assert.deepEqual(namesIn(selection.place, PLACE).toSorted(), sorted(place, ['id', 'full_name']))
        assert.deepEqual(namesIn(selection.poll, POLL).toSorted(), sorted(poll, ['id', 'options']))
        assert.deepEqual(namesIn(selection.expansions, EXPANSION).toSorted(), sorted(expansions))
      },
    ),
  )
})

test('spec/labs-lookup.md#parameter-errors: an unknown name is refused even if the request has more errors than the response lists', () => {
  const unknown = Array.from({ length: 25 }, (_, number) => `x${number}`).join()
  const query = `expansions=${unknown}&tweet.fields=never_there`
  for (let round = 0; round < 2; round += 1) assert.equal(read(query), undefined)
  assert.equal(read('tweet.fields=never_there'), undefined)
  assert.equal(read('tweet.fields=lang')?.post, read('tweet.fields=lang')?.post)
})

test('spec/labs-lookup.md#parameter-errors: an unknown name refuses the whole request', () => {
  assert.deepEqual(read(''), DEFAULT_SELECTION)
  fc.assert(
    fc.property(fc.string(), fc.subarray([...POST_FIELDS.names()]), (strange, fields) => {
      const names = strange.split(',')
      fc.pre(strange !== '' && !names.every((name) => POST_FIELDS.names().some((known) => known === name)))
      assert.equal(read(`tweet.fields=${encodeURIComponent([...fields, strange].join(','))}`), undefined)
    }),
  )
})

test('spec/errors.md#invalid-parameters: a list is valid if all its 1 to 100 values are valid', () => {
  const lists = [
    ['ids', ID_PATTERN, (errors: ValidationErrors) => errors.ids('ids').values],
    [
      'usernames',
      USERNAME_PATTERN,
      (errors: ValidationErrors) => errors.list('usernames', USERNAME_PATTERN, USERNAME_LIST),
    ],
  ] as const
  for (const [name, pattern, read] of lists) {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.stringMatching(pattern), fc.constantFrom('', ' ', 'a b', '1'.repeat(20), '+1')),
          {
            maxLength: 110,
          },
        ),
        (values) => {
          const errors = new ValidationErrors(
            readForm(`${name}=${encodeURIComponent(values.join(','))}`, undefined),
          )
          const got = read(errors)
          const sent = values.join(',') === '' ? [] : values
          const isGood = sent.length >= 1 && sent.length <= 100 && sent.every((value) => pattern.test(value))
          if (isGood) {
            errors.throwIfAny()
            assert.deepEqual(got, sent)
          } else assert.throws(() => errors.throwIfAny(), Problem)
        },
      ),
    )
  }
})

test('spec/clients.md#signed-requests: credentials in the query do not count as unknown parameters', () => {
  const sent = readForm('ids=5&oauth_token=x&oauth_nonce=y', undefined)
  assert.deepEqual(readLookup(sent, ['ids'], 'ids', 'posts', 'labs').ids.values, ['5'])
})
