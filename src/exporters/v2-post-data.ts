/**
 * Makes the post object of an exported v2 response. It has the fields of the API, the private metrics that are stored,
 * and the fields that an import stored unchanged.
 */

import type { PostContent } from '../domain/posts/content.ts'
import type { Post } from '../domain/posts/post.ts'
import type { WholePost } from '../domain/posts/read/every-post.ts'
import { LATEST_DAY } from '../formats/fields/day.ts'
import { entitiesIn } from '../formats/v2/entities.ts'
import type { FieldSet } from '../formats/v2/field-set.ts'
import { POST } from '../formats/v2/fields.ts'
import { mediaKey } from '../formats/v2/media-key.ts'
import { isLong } from '../formats/v2/members/note.ts'
import { METRIC_GROUPS, type MetricsInput } from '../formats/v2/metrics.ts'
import { postObject } from '../formats/v2/post.ts'
import { POST_FIELDS } from '../formats/v2/post-fields.ts'
import { type Original, shownContent } from '../formats/v2/shown-post.ts'
import { escapeText } from '../text/index-units.ts'
import { ENTITY_FIELDS, putEntities } from './v2-post-entities.ts'

type Members = Record<string, unknown>

/** The original post that a repost shows. */
export function originalOf({ original }: WholePost): Original | undefined {
  return original === undefined ? undefined : { post: original.post, author: original.author }
}

/** Fields that imports stored unchanged and that the post object has in another form. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  ...['withheld_copyright', 'withheld_scope', 'place_id', 'attachments'],
  ...ENTITY_FIELDS,
  ...METRIC_GROUPS,
])

/** The post object for `data` and `includes.tweets`. */
export function dataOf(whole: WholePost): Members {
  const { post } = whole
  const content = shownContent(post, originalOf(whole))
  const members = apiMembers(whole, content)
  putEntities(members, content, post)
  const { kept = {} } = post.content
  if (kept['attachments'] !== undefined) {
    members['attachments'] = attachmentsOf(asMembers(kept['attachments']), content)
  }
  if (post.repostedId === null) Object.assign(members, ownOf(post))
  for (const [name, value] of Object.entries(kept)) {
    if (value !== null && !SAID_OTHERWISE.has(name) && !(name in members)) members[name] = withoutNulls(value)
  }
  return members
}

/** The fields that everybody may read, without `note_tweet`; `text` has the whole text of a long post. */
export const PUBLIC_FIELDS = POST_FIELDS.all & ~POST_FIELDS.restricted & ~POST.note_tweet

/**
 * The object of {@link dataOf} with fields of the API only, because twarc-csv drops batches with unknown fields.
 * @param hasNote true to add `note_tweet` to a long post
 */
export function apiDataOf(whole: WholePost, hasNote: boolean): Members {
  const content = shownContent(whole.post, originalOf(whole))
  const members = apiMembers(whole, content)
  putAttachments(members, whole, content)
  putEntities(members, content, whole.post)
  if (hasNote && isLong(content)) {
    members['note_tweet'] = postObject(whole.post, POST.note_tweet, originalOf(whole))['note_tweet']
  }
  return members
}

function apiMembers(whole: WholePost, content: PostContent): Members {
  const members = postObject(whole.post, PUBLIC_FIELDS, originalOf(whole))
  if (isLong(content)) putWholeText(members, content)
  putPlaceId(members, whole)
  return members
}

/**
 * Adds the id of a place. Imports keep `place_id` only if the imported file had nothing else about the place.
 */
export function putPlaceId(members: Members, { post }: WholePost): void {
  const placeId = post.content.kept?.['place_id']
  if (typeof placeId === 'string') members['geo'] = { ...asMembers(members['geo']), place_id: placeId }
}

/**
 * Adds the keys of attachments. Imports keep `attachments` only if the imported file lacked some of the
 * attached objects.
 */
export function putAttachments(members: Members, whole: WholePost, content: PostContent): void {
  const { attachments } = whole.post.content.kept ?? {}
  if (attachments === undefined) return
  const { media_keys: media, poll_ids: polls } = attachmentsOf(asMembers(attachments), content)
  members['attachments'] = {
    ...asMembers(members['attachments']),
    ...(Array.isArray(media) ? { media_keys: media } : {}),
    ...(Array.isArray(polls) ? { poll_ids: polls } : {}),
  }
}

/** Removes nulls. API v2 has no nulls, and `twarc2 flatten` fails when it finds one. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(members.map(([name, item]) => [name, withoutNulls(item)]))
}

/** Puts the whole text of a long post into `text`, as the API did before it had `note_tweet`. */
function putWholeText(members: Members, content: PostContent): void {
  members['text'] = escapeText(content.text)
  const entities = entitiesOf(content)
  if (entities === undefined) delete members['entities']
  else members['entities'] = entities
}

/** Entities of the whole text; undefined if the text has none. */
export function entitiesOf(content: PostContent): Members | undefined {
  const entities = entitiesIn('post', content, LATEST_DAY)
  for (const _ in entities) return entities
  return undefined
}

function asMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** All attachments, including attachments of which only the key is known. */
function attachmentsOf(kept: Members, { media = [] }: PostContent): Members {
  const keys = kept['media_keys']
  if (!Array.isArray(keys)) return kept
  const keyOf = (key: unknown) => media.find(({ id_str }) => String(key).endsWith(`_${id_str}`))
  return {
    ...kept,
    media_keys: keys.map((key: unknown) => {
      const known = keyOf(key)
      return known === undefined ? key : mediaKey(known)
    }),
  }
}

/** Private metrics that cannot be calculated from the counts. */
function recordedGroups({ content: { promoted, organic_offsets } }: Post): FieldSet {
  return (
    (promoted === true ? POST.promoted_metrics : 0) |
    (organic_offsets === undefined ? 0 : POST.organic_metrics)
  )
}

function asAuthor(post: Post): MetricsInput {
  return { post, viewerId: post.authorId, now: post.createdAt }
}

/** Fields of posts that are not reposts. */
function ownOf(post: Post): Members {
  const { display_text_range: range, card_uri: card, reply_settings: replies } = post.content
  const { impressions, urlLinkClicks, userProfileClicks } = post.counts
  const seen = {
    impression_count: impressions,
    url_link_clicks: urlLinkClicks,
    user_profile_clicks: userProfileClicks,
  }
  return {
    ...(impressions + urlLinkClicks + userProfileClicks === 0 ? {} : { non_public_metrics: seen }),
    ...POST_FIELDS.members({ viewer: asAuthor(post) }, recordedGroups(post)),
    ...(range === undefined ? {} : { display_text_range: range }),
    ...(card === undefined ? {} : { card_uri: card }),
    ...(replies === undefined ? {} : { reply_settings: replies }),
  }
}
