/**
 * Every field and expansion that can be asked for, in the order in which errors list them
 * (spec/labs-lookup.md#expansions). Labs knows all post fields but `conversation_id`
 * (spec/labs-lookup.md#early-access).
 */
import { bitsOf, type FieldSet } from './field-set.ts'

export const POST_FIELDS = [
  'attachments',
  'author_id',
  'context_annotations',
  'conversation_id',
  'created_at',
  'entities',
  'geo',
  'id',
  'in_reply_to_user_id',
  'lang',
  'non_public_metrics',
  'organic_metrics',
  'possibly_sensitive',
  'promoted_metrics',
  'public_metrics',
  'referenced_tweets',
  'source',
  'text',
  'withheld',
] as const

export const USER_FIELDS = [
  'created_at',
  'description',
  'entities',
  'id',
  'location',
  'name',
  'pinned_tweet_id',
  'profile_image_url',
  'protected',
  'public_metrics',
  'url',
  'username',
  'verified',
  'withheld',
] as const

export const MEDIA_FIELDS = [
  'duration_ms',
  'height',
  'media_key',
  'non_public_metrics',
  'organic_metrics',
  'preview_image_url',
  'promoted_metrics',
  'public_metrics',
  'type',
  'url',
  'width',
] as const

export const PLACE_FIELDS = [
  'contained_within',
  'country',
  'country_code',
  'full_name',
  'geo',
  'id',
  'name',
  'place_type',
] as const

export const POLL_FIELDS = ['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status'] as const

export const POST_EXPANSIONS = [
  'attachments.poll_ids',
  'attachments.media_keys',
  'author_id',
  'entities.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'referenced_tweets.id',
  'referenced_tweets.id.author_id',
] as const

export const USER_EXPANSIONS = ['pinned_tweet_id'] as const

export type Expansion = (typeof POST_EXPANSIONS)[number] | (typeof USER_EXPANSIONS)[number]

export const POST = bitsOf(POST_FIELDS)
export const USER = bitsOf(USER_FIELDS)
export const MEDIA = bitsOf(MEDIA_FIELDS)
export const PLACE = bitsOf(PLACE_FIELDS)
export const POLL = bitsOf(POLL_FIELDS)
export const EXPANSION = bitsOf([...POST_EXPANSIONS, ...USER_EXPANSIONS])

/** What is shown of everything. */
export interface Selection {
  readonly post: FieldSet
  readonly user: FieldSet
  readonly media: FieldSet
  readonly place: FieldSet
  readonly poll: FieldSet
  readonly expansions: FieldSet
}

/** What is shown when nothing is asked for; there whatever is asked for. */
export const DEFAULT_SELECTION: Selection = {
  post: POST.id | POST.text,
  user: USER.id | USER.name | USER.username,
  media: MEDIA.media_key | MEDIA.type,
  place: PLACE.id | PLACE.full_name,
  poll: POLL.id | POLL.options,
  expansions: 0,
}

/** The field that links an object to what an expansion brings is shown with it. */
const LINKS: readonly (readonly [expansion: FieldSet, post: FieldSet, user: FieldSet])[] = [
  [EXPANSION['attachments.poll_ids'] | EXPANSION['attachments.media_keys'], POST.attachments, 0],
  [EXPANSION.author_id, POST.author_id, 0],
  [EXPANSION['entities.mentions.username'], POST.entities, 0],
  [EXPANSION['geo.place_id'], POST.geo, 0],
  [EXPANSION.in_reply_to_user_id, POST.in_reply_to_user_id, 0],
  [EXPANSION['referenced_tweets.id'], POST.referenced_tweets, 0],
  [EXPANSION['referenced_tweets.id.author_id'], POST.referenced_tweets | POST.author_id, 0],
  [EXPANSION.pinned_tweet_id, 0, USER.pinned_tweet_id],
]

/** What is asked for, with the defaults and the fields that the expansions bring along. */
export function completeSelection(asked: Selection): Selection {
  const base = DEFAULT_SELECTION
  let post = asked.post | base.post
  let user = asked.user | base.user
  for (const [expansion, ofPost, ofUser] of LINKS) {
    if ((asked.expansions & expansion) === 0) continue
    post |= ofPost
    user |= ofUser
  }
  return {
    post,
    user,
    media: asked.media | base.media,
    place: asked.place | base.place,
    poll: asked.poll | base.poll,
    expansions: asked.expansions,
  }
}
