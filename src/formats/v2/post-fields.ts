/**
 * Declares the fields of the API v2 post object (spec/v2-objects.md#post), in JSON order. To add a field, add it here.
 */
import { Type } from 'typebox'
import type { PostColumn } from '../../domain/posts/post.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type Day, REFERENCE_DAY } from '../fields/day.ts'
import type { DatedSchema } from '../fields/object-table.ts'
import { ANNOTATIONS_SINCE, ENTITIES, entitiesIn } from './entities.ts'
import { type AbsentField, type MemberField, V2FieldTable } from './field-table.ts'
import { EDIT_CONTROLS, versionIdsOf } from './members/edits.ts'
import { isLong, NOTE_FIELDS, NOTES_SINCE, shownText, textContent } from './members/note.ts'
import {
  ATTACHMENTS,
  CONTEXT_ANNOTATIONS,
  GEO,
  PUBLIC_METRICS,
  REFERENCES,
  REPLY_SETTING,
} from './members/post-parts.ts'
import { CLICKS_SINCE, METRICS_SINCE, type MetricGroup, type MetricsInput, metricsOf } from './metrics.ts'
import { referencesOf } from './references.ts'
import { FLAG, ID, TEXT, TIME } from './scalars.ts'
import type { ShownPost } from './shown-post.ts'
import { type AuthoredPost, WITHHELD_POST, withheldByAuthor, withheldOf } from './withheld.ts'

/**
 * Inputs of the object. Fields that depend on the input `post` are rendered once and cached; fields of other inputs are
 * inserted later.
 */
export interface PostInputs {
  readonly post: ShownPost
  readonly author: AuthoredPost
  readonly viewer: MetricsInput
}

type PostField<Name extends string> = MemberField<PostInputs, 'post', Name>

/**
 * A field that is the same for every viewer.
 * @param more days of the field, and kinds of endpoints that do not accept it
 */
function own<const Name extends string>(
  name: Name,
  stored: PostColumn,
  schema: DatedSchema,
  value: PostField<Name>['value'],
  more: Pick<PostField<Name>, 'since' | 'until' | 'notIn' | 'isDefault'> = {},
): PostField<Name> {
  return { name, from: 'post', stored, schema, value, ...more }
}

/** A field that parameters accept and that objects do not have. */
function absent<const Name extends string>(name: Name, since: Day = REFERENCE_DAY): AbsentField<Name> {
  return { name, since }
}

/** Metrics that only the author may read. */
function metrics<const Group extends MetricGroup>(group: Group): MemberField<PostInputs, 'viewer', Group> {
  return { name: group, from: 'viewer', since: METRICS_SINCE[group], ...metricsOf(group) }
}

const EDITS_SINCE: Day = '2022-09-29'

/**
 * The first day on which the source was not public. From this day on, parameters accept the name and objects lack the
 * field.
 */
const SOURCE_UNTIL: Day = '2022-12-20'

const fields = [
  own('id', 'posts.id', ID, ({ post }) => String(post.id), { isDefault: true }),
  own('text', 'posts.content', TEXT, shownText, {
    isDefault: true,
  }),
  own('edit_history_tweet_ids', 'posts.initial_id', Type.Array(ID), ({ post }) => versionIdsOf(post), {
    isDefault: true,
    since: EDITS_SINCE,
  }),
  own('created_at', 'posts.created_at', TIME, ({ post }) => isoSecond(post.createdAt)),
  own('author_id', 'posts.author_id', ID, ({ post }) => String(post.authorId)),
  own('conversation_id', 'posts.conversation_id', ID, ({ post }) => String(post.conversationId), {
    notIn: ['labs'],
  }),
  own('in_reply_to_user_id', 'posts.in_reply_to_user_id', ID, ({ post }) => post.inReplyToUserId?.toString()),
  own('referenced_tweets', 'posts.reposted_id', REFERENCES, ({ post, original }) =>
    referencesOf(post, original),
  ),
  own('attachments', 'posts.content', Type.Object(ATTACHMENTS.schema()), ({ content }) =>
    unlessEmpty(ATTACHMENTS.object(content)),
  ),
  own('geo', 'post_geos.geo', Type.Object(GEO.schema()), ({ post: { geo } }) =>
    geo === undefined ? undefined : unlessEmpty(GEO.object(geo)),
  ),
  own(
    'context_annotations',
    'posts.content',
    CONTEXT_ANNOTATIONS,
    ({ content }) => content.context_annotations?.map(({ domain, entity }) => ({ domain, entity })),
    { since: ANNOTATIONS_SINCE },
  ),
  own(
    'entities',
    'posts.content',
    (day) => Type.Object(ENTITIES.post.schema(day)),
    (shown, day) => unlessEmpty(entitiesIn('post', textContent(shown, day), day)),
  ),
  own(
    'note_tweet',
    'posts.content',
    (day) => Type.Object(NOTE_FIELDS.schema(day)),
    ({ content }, day) => (isLong(content) ? NOTE_FIELDS.object(content, day) : undefined),
    { since: NOTES_SINCE },
  ),
  own('withheld', 'post_states.withheld_in_countries', WITHHELD_POST, withheldOf),
  own(
    'public_metrics',
    'post_counts.like_count',
    (day) => Type.Object(PUBLIC_METRICS.schema(day)),
    (shown, day) => PUBLIC_METRICS.object(shown, day),
  ),
  own(
    'reply_settings',
    'posts.content',
    REPLY_SETTING,
    ({ content }) => content.reply_settings ?? 'everyone',
    {
      since: '2020-12-18',
    },
  ),
  own(
    'edit_controls',
    'posts.initial_id',
    Type.Object(EDIT_CONTROLS.schema()),
    ({ post }) => EDIT_CONTROLS.object(post),
    { since: EDITS_SINCE },
  ),
  own('possibly_sensitive', 'posts.content', FLAG, ({ content }) => content.possibly_sensitive ?? false),
  own('lang', 'posts.content', TEXT, ({ content }) => content.lang ?? 'und'),
  own('source', 'posts.content', TEXT, ({ content }) => content.source?.name, { until: SOURCE_UNTIL }),
  absent('source', SOURCE_UNTIL),
  { name: 'withheld' as const, from: 'author' as const, schema: WITHHELD_POST, value: withheldByAuthor },
  metrics('non_public_metrics'),
  metrics('organic_metrics'),
  metrics('promoted_metrics'),
  absent('article', '2024-07-26'),
  absent('card_uri'),
  absent('community_id', '2024-11-22'),
  absent('display_text_range'),
  absent('media_metadata'),
  absent('paid_partnership'),
  absent('scopes'),
  absent('suggested_source_links'),
  absent('suggested_source_links_with_counts'),
] as const

export const POST_FIELDS = new V2FieldTable<PostInputs, (typeof fields)[number]['name']>(fields, [
  ...PUBLIC_METRICS.changes,
  ...ENTITIES.post.changes,
  CLICKS_SINCE,
])

function unlessEmpty(members: Record<string, unknown>): Record<string, unknown> | undefined {
  for (const _ in members) return members
  return undefined
}
