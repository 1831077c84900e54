/**
 * Fields and expansions that a request of API v2 selects (spec/labs-lookup.md#expansions). Fields are declared in
 * `…-fields.ts`; expansions are declared here, with the fields that they select.
 */
import { bitsOf, type FieldSet } from './field-set.ts'
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

/** Expansions of posts, in the order of error messages, each with the post fields that it selects. */
const POST_LINKS = {
  'attachments.poll_ids': POST.attachments,
  'attachments.media_keys': POST.attachments,
  author_id: POST.author_id,
  'entities.mentions.username': POST.entities,
  'geo.place_id': POST.geo,
  in_reply_to_user_id: POST.in_reply_to_user_id,
  'referenced_tweets.id': POST.referenced_tweets,
  'referenced_tweets.id.author_id': POST.referenced_tweets | POST.author_id,
} as const

/** Expansions of users, with the user fields that they select. */
const USER_LINKS = { pinned_tweet_id: USER.pinned_tweet_id } as const

export type PostExpansion = keyof typeof POST_LINKS
export type UserExpansion = keyof typeof USER_LINKS
export type Expansion = PostExpansion | UserExpansion

export const POST_EXPANSIONS = Object.keys(POST_LINKS) as readonly PostExpansion[]
export const USER_EXPANSIONS = Object.keys(USER_LINKS) as readonly UserExpansion[]

export const EXPANSION = bitsOf([...POST_EXPANSIONS, ...USER_EXPANSIONS])

/** Selected fields of each kind of object, and expansions. */
export interface Selection {
  readonly post: FieldSet
  readonly user: FieldSet
  readonly media: FieldSet
  readonly place: FieldSet
  readonly poll: FieldSet
  readonly expansions: FieldSet
}

/** Part of every selection. */
export const DEFAULT_SELECTION: Selection = {
  post: POST_FIELDS.defaults,
  user: USER_FIELDS.defaults,
  media: MEDIA_FIELDS.defaults,
  place: PLACE_FIELDS.defaults,
  poll: POLL_FIELDS.defaults,
  expansions: 0,
}

/** A selection with the default fields and those of its expansions. */
export function completeSelection(selected: Selection): Selection {
  const base = DEFAULT_SELECTION
  const { expansions } = selected
  return {
    post: selected.post | base.post | brought(POST_EXPANSIONS, POST_LINKS, expansions),
    user: selected.user | base.user | brought(USER_EXPANSIONS, USER_LINKS, expansions),
    media: selected.media | base.media,
    place: selected.place | base.place,
    poll: selected.poll | base.poll,
    expansions,
  }
}

function brought<Name extends Expansion>(
  names: readonly Name[],
  links: Readonly<Record<Name, FieldSet>>,
  expansions: FieldSet,
): FieldSet {
  let fields = 0
  for (const name of names) if ((expansions & EXPANSION[name]) !== 0) fields |= links[name]
  return fields
}
