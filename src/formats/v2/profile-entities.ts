/** Makes the entities of the texts of a profile in API v2 (spec/v2-objects.md#user). */
import { Type } from 'typebox'
import type { Profile, ProfileLink } from '../../domain/accounts/profile.ts'
import { extractEntities } from '../../text/entities.ts'
import { codePointLength, indexMap, type Span, spanIndices } from '../../text/index-units.ts'
import { displayUrl } from '../../text/links.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { type Link, PROFILE_LINK_FIELDS, PROFILE_TEXT_FIELDS } from './entities.ts'
import { some } from './scalars.ts'

/** The field `entities` of a user; an empty object if the profile has no entities. */
export const PROFILE_ENTITY_FIELDS = new ObjectTable<Profile>([
  {
    name: 'url',
    schema: some(Type.Object({ urls: Type.Array(Type.Object(PROFILE_LINK_FIELDS.schema())) })),
    value: ({ link }) =>
      link === undefined
        ? undefined
        : { urls: [PROFILE_LINK_FIELDS.object(linkAt(link, [0, codePointLength(link.url)]))] },
  },
  {
    name: 'description',
    schema: some(Type.Object(PROFILE_TEXT_FIELDS.schema())),
    value: ({ description, descriptionLinks }) => {
      const members = describedEntities(description, descriptionLinks)
      return Object.keys(members).length === 0 ? undefined : members
    },
  },
])

function describedEntities(description: string, links: readonly ProfileLink[]): Record<string, unknown> {
  const map = indexMap(description, 'code-point')
  const { hashtags, mentions, cashtags } = extractEntities(description)
  const tagAt = (tag: Span & { readonly tag: string }) => ({ indices: spanIndices(map, tag), tag: tag.tag })
  return PROFILE_TEXT_FIELDS.object({
    links: spansOf(description, links).map(([link, span]) => linkAt(link, spanIndices(map, span))),
    hashtags: hashtags.map(tagAt),
    cashtags: cashtags.map(tagAt),
    mentions: mentions.map((mention) => ({
      indices: spanIndices(map, mention),
      username: mention.screenName,
    })),
  })
}

/** Links in a description, each with its position. */
function spansOf(description: string, links: readonly ProfileLink[]): [ProfileLink, Span][] {
  let from = 0
  return links.flatMap((link): [ProfileLink, Span][] => {
    const start = description.indexOf(link.url, from)
    if (start < 0) return []
    from = start + link.url.length
    return [[link, { start, end: from }]]
  })
}

function linkAt({ url, expanded_url }: ProfileLink, indices: readonly [number, number]): Link {
  return { url, expanded_url, display_url: displayUrl(expanded_url), indices }
}
