/**
 * Converts entities to the form that tables contain: texts with their sign, such as `#tag`, and the targets of links.
 */

import type { PostContent, UserMention } from '../../domain/posts/content.ts'
import { type NamedMention, namedMentionsOf } from '../../domain/posts/named-mentions.ts'
import { linksIn } from '../../formats/v2/entities.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * The result of {@link signedEntities} for the entities of a post, without making their objects; undefined if there are
 * none.
 */
export function signedEntitiesOf(content: PostContent): Record<string, unknown> | undefined {
  const { hashtags = [], symbols = [], user_mentions: mentions = [], urls = [], media = [] } = content
  const { annotations = [] } = content
  const named = namedMentionsOf(content)
  const signed: Record<string, unknown> = {}
  if (urls.length + media.length > 0) {
    const links = linksIn(content)
    if (links.length > 0)
      signed['urls'] = links.map((link) =>
        link.mediaKey === undefined ? link.expanded_url : link.display_url,
      )
  }
  if (hashtags.length > 0) signed['hashtags'] = hashtags.map(({ text }) => `#${text}`)
  if (symbols.length > 0) signed['cashtags'] = symbols.map(({ text }) => `$${text}`)
  if (named.length > 0) signed['mentions'] = allMentions(mentions, named)
  else if (mentions.length > 0) signed['mentions'] = mentions.map(({ screen_name: name }) => `@${name}`)
  if (annotations.length > 0) signed['annotations'] = annotations
  for (const _ in signed) return signed
  return undefined
}

/** Mentions with and without user ids, in the order in which the text has them. */
function allMentions(mentions: readonly UserMention[], named: readonly NamedMention[]): readonly string[] {
  const all = [
    ...mentions.map(({ screen_name, indices: [start] }) => ({ name: screen_name, start })),
    ...named.map(({ username, start }) => ({ name: username, start })),
  ]
  return all.toSorted((one, other) => one.start - other.start).map(({ name }) => `@${name}`)
}

/**
 * The entities of an API v2 text, with texts in place of objects. Other lists, such as annotations, keep their objects.
 */
export function signedEntities(entities: Members): Members {
  const signed: Record<string, unknown> = { ...entities }
  sign(signed, 'cashtags', '$', 'tag')
  sign(signed, 'hashtags', '#', 'tag')
  sign(signed, 'mentions', '@', 'username')
  if (signed['urls'] !== undefined) signed['urls'] = linkTargets(signed['urls'])
  return signed
}

function sign(entities: Record<string, unknown>, name: string, sign: string, member: string): void {
  const list = entities[name]
  if (Array.isArray(list)) entities[name] = list.map((entity: Members) => sign + String(entity[member]))
}

/** The target of each link; for a link to media, its display text. */
export function linkTargets(links: unknown): readonly unknown[] {
  if (!Array.isArray(links)) return []
  return links.map((link: Members) =>
    'media_key' in link ? link['display_url'] : (link['expanded_url'] ?? link['url']),
  )
}
