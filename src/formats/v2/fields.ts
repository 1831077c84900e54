/**
 * Determines the fields and expansions that a request of API v2 selects (spec/labs-lookup.md#expansions). Files
 * `…-fields.ts` declare the fields. This file declares the expansions, and the fields that each expansion also selects.
 */
import { type Dated, type Day, isOn, LATEST_DAY, REFERENCE_DAY } from '../fields/day.ts'
import { bitsOf, type FieldSet, setOf } from './field-set.ts'
import { LIST_FIELDS } from './list-fields.ts'
import { MEDIA_FIELDS } from './media-fields.ts'
import { PLACE_FIELDS } from './place-fields.ts'
import { POLL_FIELDS } from './poll-fields.ts'
import { POST_FIELDS } from './post-fields.ts'
import { USER_FIELDS } from './user-fields.ts'

export const { bits: POST } = POST_FIELDS
export const { bits: USER } = USER_FIELDS
export const { bits: MEDIA } = MEDIA_FIELDS
export const { bits: PLACE } = PLACE_FIELDS
export const { bits: POLL } = POLL_FIELDS
export const { bits: LIST } = LIST_FIELDS

/** An expansion. */
interface Link extends Dated {
  /** The fields that the expansion selects in addition. */
  readonly selects: FieldSet
}

/** Expansions of posts, in the order of error messages. */
const POST_LINKS = {
  'attachments.poll_ids': { selects: POST.attachments },
  'attachments.media_keys': { selects: POST.attachments },
  author_id: { selects: POST.author_id },
  'entities.mentions.username': { selects: POST.entities },
  'geo.place_id': { selects: POST.geo },
  in_reply_to_user_id: { selects: POST.in_reply_to_user_id },
  'referenced_tweets.id': { selects: POST.referenced_tweets },
  'referenced_tweets.id.author_id': { selects: POST.referenced_tweets | POST.author_id },
  edit_history_tweet_ids: { selects: POST.edit_history_tweet_ids, since: '2022-09-29' },
  'referenced_tweets.id.attachments.media_keys': {
    selects: POST.referenced_tweets | POST.attachments,
    since: REFERENCE_DAY,
  },
} as const satisfies Readonly<Record<string, Link>>

/** Expansions of users. */
const USER_LINKS = {
  pinned_tweet_id: { selects: USER.pinned_tweet_id },
  most_recent_tweet_id: { selects: USER.most_recent_tweet_id, since: REFERENCE_DAY },
} as const satisfies Readonly<Record<string, Link>>

/** Expansions of lists. */
const LIST_LINKS = {
  owner_id: { selects: LIST.owner_id, since: '2021-11-15' },
} as const satisfies Readonly<Record<string, Link>>

/** Expansions of posts and users that are accepted but have no effect. */
const ABSENT_LINKS = {
  'attachments.media_source_tweet': { selects: 0, since: REFERENCE_DAY },
  'article.cover_media': { selects: 0, since: '2024-07-26' },
  'article.media_entities': { selects: 0, since: '2024-07-26' },
  'entities.note.mentions.username': { selects: 0, since: '2023-05-31' },
  'affiliation.user_id': { selects: 0, since: '2024-08-02' },
} as const satisfies Readonly<Record<string, Link>>

export type PostExpansion = keyof typeof POST_LINKS
export type UserExpansion = keyof typeof USER_LINKS
export type ListExpansion = keyof typeof LIST_LINKS
export type Expansion = PostExpansion | UserExpansion | ListExpansion

const POST_EXPANSIONS = Object.keys(POST_LINKS) as readonly PostExpansion[]
const USER_EXPANSIONS = Object.keys(USER_LINKS) as readonly UserExpansion[]
const LIST_EXPANSIONS = Object.keys(LIST_LINKS) as readonly ListExpansion[]

export const EXPANSION = bitsOf([...POST_EXPANSIONS, ...USER_EXPANSIONS, ...LIST_EXPANSIONS])

/** A name that the parameter `expansions` may accept. */
export type ExpansionName = Expansion | keyof typeof ABSENT_LINKS

const LINKS: Readonly<Record<ExpansionName, Link>> = {
  ...POST_LINKS,
  ...USER_LINKS,
  ...LIST_LINKS,
  ...ABSENT_LINKS,
}

/**
 * The expansions that an endpoint accepts on a day, in the order of error messages.
 * @param of `posts` or `users`, the objects that a Labs endpoint returns; undefined for API v2, which accepts all
 *   expansions
 */
export function expansionNames(of?: 'posts' | 'users', day: Day = LATEST_DAY): readonly ExpansionName[] {
  const names =
    of === undefined
      ? (Object.keys(LINKS) as readonly ExpansionName[])
      : of === 'posts'
        ? POST_EXPANSIONS
        : USER_EXPANSIONS
  return names.filter((name) => isOn(LINKS[name], day))
}

/** The set of the given expansions, without expansions that have no effect. */
export function expansionSet(names: readonly ExpansionName[]): FieldSet {
  return setOf(EXPANSION as Readonly<Record<ExpansionName, FieldSet>>, names)
}

/** Selected fields of each kind of object, and selected expansions. */
export interface Selection {
  readonly post: FieldSet
  readonly user: FieldSet
  readonly media: FieldSet
  readonly place: FieldSet
  readonly poll: FieldSet
  readonly list: FieldSet
  readonly expansions: FieldSet
}

/** The fields that are part of every selection. */
export const DEFAULT_SELECTION: Selection = {
  post: POST_FIELDS.defaults,
  user: USER_FIELDS.defaults,
  media: MEDIA_FIELDS.defaults,
  place: PLACE_FIELDS.defaults,
  poll: POLL_FIELDS.defaults,
  list: LIST_FIELDS.defaults,
  expansions: 0,
}

/** A selection, completed by the default fields and by the fields that its expansions select. */
export function completeSelection(selected: Selection): Selection {
  const base = DEFAULT_SELECTION
  const { expansions } = selected
  return {
    post: selected.post | base.post | brought(POST_LINKS, expansions),
    user: selected.user | base.user | brought(USER_LINKS, expansions),
    media: selected.media | base.media,
    place: selected.place | base.place,
    poll: selected.poll | base.poll,
    list: selected.list | base.list | brought(LIST_LINKS, expansions),
    expansions,
  }
}

function brought(links: Partial<Readonly<Record<Expansion, Link>>>, expansions: FieldSet): FieldSet {
  let fields = 0
  for (const [name, { selects }] of Object.entries(links)) {
    if ((expansions & EXPANSION[name as Expansion]) !== 0) fields |= selects
  }
  return fields
}
