/** What a post's text holds, as v1.1 has it (spec/followers.md section 3), keys in the recorded order. */
import type { TagEntity, UrlEntity, UserMention } from '../../domain/posts/content.ts'
import { jsonNumber } from '../../lib/json.ts'
import { extendedMediaEntity, type MediaView, mediaEntity } from './media.ts'
import type { PostBody } from './post-body.ts'

/** `entities`, and `extended_entities` of a post that has media. */
export function entityFields(body: PostBody, view: MediaView): Record<string, unknown> {
  const { media } = body
  const entities = {
    hashtags: body.hashtags.map(tagEntity),
    symbols: body.symbols.map(tagEntity),
    user_mentions: body.mentions.map(mentionEntity),
    urls: body.urls.map(urlEntity),
    ...(body.polls === undefined ? {} : { polls: body.polls }),
  }
  // Of several pictures `entities` has the first, as recorded.
  const [first] = media
  if (first === undefined) return { entities }
  return {
    entities: { ...entities, media: [mediaEntity(first, view)] },
    extended_entities: { media: media.map((each) => extendedMediaEntity(each, view)) },
  }
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
