/**
 * Makes the content that a post shows in responses. For a repost, this is `RT @name: ` followed by the content of the
 * original.
 */
import type {
  EntityAnnotation,
  Indices,
  PostContent,
  TagEntity,
  UrlEntity,
  UserMention,
} from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { codePointLength, escapeText } from '../../text/index-units.ts'
import { repostText } from '../../text/truncate.ts'

/** The post that a repost shows. */
export interface Original {
  readonly post: Post
  readonly author: { readonly id: bigint; readonly screenName: string; readonly name: string }
}

/** A post with the content that it shows. */
export interface ShownPost {
  readonly post: Post
  /** The original of a repost; undefined for other posts. */
  readonly original: Original | undefined
  readonly content: PostContent
}

/** @param original the original of a repost; undefined for other posts */
export function shownPost(post: Post, original?: Original): ShownPost {
  return { post, original, content: shownContent(post, original) }
}

/** The content that is shown. @param original the original of a repost; undefined for other posts */
export function shownContent(post: Post, original: Original | undefined): PostContent {
  return original === undefined ? post.content : repostContent(post, original)
}

/**
 * The content of the original, with the text of the repost and the entities that are complete in that text. The text
 * may be truncated. Location and source come from the repost.
 */
function repostContent(
  { content: own, createdAt }: Post,
  { post: { content }, author }: Original,
): PostContent {
  const { text, kept, prefix } = repostText(author.screenName, content.text, createdAt)
  const left = codePointLength(escapeText(text.slice(0, kept)))
  const move = <Entity extends { readonly indices: Indices }>(entities: readonly Entity[] | undefined) =>
    entities?.flatMap((entity) => moved(entity, prefix, left))
  const named: UserMention = {
    screen_name: author.screenName,
    name: author.name,
    id_str: String(author.id),
    indices: ['RT '.length, prefix - ': '.length],
  }
  return {
    ...content,
    text,
    ...some('hashtags', move<TagEntity>(content.hashtags)),
    ...some('symbols', move<TagEntity>(content.symbols)),
    user_mentions: [named, ...(move<UserMention>(content.user_mentions) ?? [])],
    ...some('urls', move<UrlEntity>(content.urls)),
    // Media are shown even if the link to the media is cut off.
    ...some(
      'media',
      content.media?.map((medium) => moved(medium, prefix, left)[0] ?? { ...medium, indices: NOWHERE }),
    ),
    ...some(
      'annotations',
      content.annotations?.flatMap((annotation) => movedAnnotation(annotation, prefix, left)),
    ),
    ...(own.source === undefined ? {} : { source: own.source }),
  }
}

/** Position of a link that was cut off. */
const NOWHERE: Indices = [0, 0]

function moved<Entity extends { readonly indices: Indices }>(
  entity: Entity,
  by: number,
  left: number,
): Entity[] {
  const [start, end] = entity.indices
  return end + by > left ? [] : [{ ...entity, indices: [start + by, end + by] as const }]
}

function movedAnnotation(annotation: EntityAnnotation, by: number, left: number): EntityAnnotation[] {
  const { start, end } = annotation
  // The end of an annotation is the index of its last code point.
  return end + 1 + by > left ? [] : [{ ...annotation, start: start + by, end: end + by }]
}

function some<Key extends string, Value>(key: Key, list: Value | undefined): Partial<Record<Key, Value>> {
  return list === undefined ? {} : ({ [key]: list } as Record<Key, Value>)
}
