/** Adds entities to exported v2 posts: user ids of mentions, and mentions without user ids. */
import type { PostContent } from '../domain/posts/content.ts'
import { NAMED_MENTIONS, type NamedMention, namedMentionsOf } from '../domain/posts/named-mentions.ts'
import type { Post } from '../domain/posts/post.ts'
import { extractEntities } from '../text/entities.ts'

type Members = Record<string, unknown>

/** Fields that imports stored unchanged and that {@link putEntities} reads. */
export const ENTITY_FIELDS: readonly string[] = ['entities', NAMED_MENTIONS]

/**
 * Adds user ids to mentions, and adds mentions without ids. If a text looks as if it had entities but has none, the
 * function adds an empty object; otherwise an import would derive entities from the text.
 * @param members the object of the post, with the entities of the API
 * @param content content of the shown post
 */
export function putEntities(
  members: Members,
  { text, user_mentions: mentioned = [] }: PostContent,
  post: Post,
): void {
  const entities = (members['entities'] ?? {}) as Members
  const { mentions = [] } = entities as { mentions?: Members[] }
  const named = namedIn(post)
  if (mentions.length + named.length > 0) {
    const all = mentions.map((mention, index) => ({ ...mention, id: mentioned[index]?.id_str }))
    entities['mentions'] = named.length === 0 ? all : [...all, ...named].toSorted(byStart)
    members['entities'] = entities
  }
  if (members['entities'] === undefined && hasEntities(text)) members['entities'] = {}
}

function byStart(one: Members | NamedMention, other: Members | NamedMention): number {
  return Number(one['start']) - Number(other['start'])
}

/** Mentions without ids. The result is empty for a repost, because the positions in its text differ. */
function namedIn({ repostedId, content }: Post): readonly NamedMention[] {
  return repostedId === null ? namedMentionsOf(content) : []
}

function hasEntities(text: string): boolean {
  return Object.values(extractEntities(text)).some((found) => found.length > 0)
}
