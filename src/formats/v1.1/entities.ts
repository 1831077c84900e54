/** What a post's text holds, as v1.1 has it (spec/posts.md#post-object), keys in the recorded order. */
import type { TagEntity, UrlEntity, UserMention } from '../../domain/posts/content.ts'
import { jsonNumber } from '../../lib/json.ts'
import { extendedMediaEntity, type MediaView, mediaEntity } from './media.ts'
import type { PostBody } from './post-body.ts'

/** `entities`. Of several media it has the first, as recorded. */
export function entitiesOf(body: PostBody, view: MediaView): Record<string, unknown> {
  const [first] = body.media
  return {
    hashtags: body.hashtags.map(tagEntity),
    symbols: body.symbols.map(tagEntity),
    user_mentions: body.mentions.map(mentionEntity),
    urls: body.urls.map(urlEntity),
    ...(body.polls === undefined ? {} : { polls: body.polls }),
    ...(first === undefined ? {} : { media: [mediaEntity(first, view)] }),
  }
}

/** `extended_entities`; undefined for a post without media. */
export function extendedEntitiesOf({ media }: PostBody, view: MediaView): object | undefined {
  return media.length === 0 ? undefined : { media: media.map((each) => extendedMediaEntity(each, view)) }
}

/** The text holds none. */
export function hasNoEntities({ hashtags, symbols, mentions, urls, media, polls }: PostBody): boolean {
  const count = hashtags.length + symbols.length + mentions.length + urls.length + media.length
  return count === 0 && polls === undefined
}

function tagEntity({ text, indices }: TagEntity): Record<string, unknown> {
  return { text, indices }
}

function mentionEntity({ screen_name, name, id_str, indices }: UserMention): Record<string, unknown> {
  return { screen_name, name, id: jsonNumber(BigInt(id_str)), id_str, indices }
}

/** What the page of a link says of itself is there when an import told it, as in recorded premium answers. */
function urlEntity(entity: UrlEntity): Record<string, unknown> {
  const { url, expanded_url, display_url, indices, unwound } = entity
  return { url, expanded_url, display_url, indices, ...(unwound === undefined ? {} : { unwound }) }
}
