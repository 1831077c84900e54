/** Converts the text of an author into stored content: links, entities, and the visible part of the text. */
import { displayRange } from '../../../text/display-range.ts'
import {
  type Entities,
  type MentionEntity,
  NO_ENTITIES,
  type TagEntity as TextTag,
} from '../../../text/entities.ts'
import { type IndexMap, indexMap, type Span, spanIndices } from '../../../text/index-units.ts'
import {
  appendLink,
  type LinkEntity,
  type LinkedText,
  linkEntity,
  linkUrl,
  type Shortener,
  shortenUrls,
} from '../../../text/links.ts'
import { lengthRulesOn, refusalOf } from '../../../text/weigh.ts'
import { Refusal } from '../../context.ts'
import type { PostContent, QuotedPermalink, TagEntity, UserMention } from '../content.ts'

/** A user whom a text can mention. */
export interface NamedUser {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
}

export interface Draft {
  /** The normalized text, which begins with the mentions that the server has filled in. */
  readonly text: string
  /** Length of the filled-in mentions, each with a space after it, in UTF-16 units. */
  readonly filledIn: number
  /** The entities of `text`. */
  readonly entities: Entities
  /** The mentioned users who exist, by screen name in lower case. */
  readonly named: ReadonlyMap<string, NamedUser>
  readonly shortener: Shortener
  /** Mentions that are hidden at the beginning of the text: screen names in lower case. */
  readonly answered: ReadonlySet<string>
  /** An attached link. The link is appended to the text, unless the text has a link to the same target already. */
  readonly attached: AttachedLink | undefined
  /** The URL in the text by which the post quotes another post. */
  readonly quotedUrl: string | undefined
  /** Slug of the short link to attached media; the text ends with this link. */
  readonly mediaSlug: string | undefined
}

/** An attached link, which leads to a quoted post or begins a direct message. */
export interface AttachedLink {
  readonly url: string
  readonly isPost: boolean
  /** True if a URL, in any form, has the same target. */
  isAt(address: string): boolean
}

/** The parts of a post that are derived from its text. */
export interface Composed {
  readonly content: PostContent
  readonly mentions: readonly NamedUser[]
  /** The user whom the text mentions at its beginning, if any. */
  readonly leading: NamedUser | undefined
  readonly media: { readonly slug: string; readonly indices: readonly [number, number] } | undefined
}

/**
 * @param isOptional true when attachments allow an empty text
 * @throws {Refusal} `post-empty`, `post-too-long`, `post-text-invalid`
 */
export function checkText(text: string, isOptional: boolean, day?: string): void {
  if (isOptional && text === '') return
  const rules = lengthRulesOn(day)
  const refusal = refusalOf(text, rules)
  if (refusal === undefined) return
  if (refusal === 'empty') throw new Refusal('post-empty', 'a post says something')
  if (refusal === 'too-long') throw new Refusal('post-too-long', `a post weighs at most ${rules.maxWeight}`)
  throw new Refusal('post-text-invalid', `the text holds what no post may hold: a ${refusal}`)
}

/** Parts of a post that the author did not type and that older rules about the length of posts count. */
export interface AddedParts {
  /** Screen names that are filled in before the text of a reply, each with a space after it. */
  readonly filledIn: string
  /** Number of links to attached media and posts, which follow the text. */
  readonly links: number
}

/**
 * Checks the length of the text with the added parts that the rules of the day count. The caller has checked the text
 * alone.
 * @throws {Refusal} `post-too-long`
 */
export function checkAddedParts(text: string, { filledIn, links }: AddedParts, day?: string): void {
  const rules = lengthRulesOn(day)
  const before = rules.countsFilledIn ? filledIn : ''
  const after = rules.countsAttachments ? ` ${linkUrl('x'.repeat(10))}`.repeat(links) : ''
  if (before !== '' || after !== '') checkText((before + text + after).trim(), false, day)
}

/** Composes a text. Call {@link checkText} first. */
export function compose(draft: Draft): Composed {
  if (refersToNothing(draft)) return alone(draft.text)
  const linked = shortenUrls(draft.text, draft.entities, draft.shortener)
  const attached = attachPost(linked, draft)
  const withMedia = attachMedia(attached.text, draft.mediaSlug)
  const { text } = withMedia
  const { links } = attached
  const quotes = attached.link ?? links.findLast(({ expandedUrl }) => expandedUrl === draft.quotedUrl)
  const map = indexMap(text, 'escaped')
  const mentions = mentionsIn(linked.mentions, draft.named, map)
  const hidden = hiddenSpan(quotes, withMedia.span)
  const range = displayRange(text, linked.mentions, {
    isFilledIn: ({ start, screenName }) =>
      start < draft.filledIn || draft.answered.has(screenName.toLowerCase()),
    ...(hidden === undefined ? {} : { attached: hidden }),
  })
  const [first] = mentions
  return {
    content: {
      text,
      ...unlessEmpty('hashtags', tagsIn(linked.hashtags, map)),
      ...unlessEmpty('symbols', tagsIn(linked.cashtags, map)),
      ...unlessEmpty(
        'user_mentions',
        mentions.map(({ mention }) => mention),
      ),
      ...unlessEmpty(
        'urls',
        links.map((link) => urlEntity(link, map)),
      ),
      ...(isWhole(range, text) ? {} : { display_text_range: spanIndices(map, range) }),
      ...(quotes === undefined || draft.attached?.isPost === false
        ? {}
        : { quoted_status_permalink: permalink(quotes) }),
    },
    mentions: mentions.map(({ user }) => user),
    leading: first?.mention.indices[0] === 0 ? first.user : undefined,
    media: mediaOf(draft.mediaSlug, withMedia.span, map),
  }
}

/** True for a post without links, tags, mentions, attachments and media. Most posts are like this. */
function refersToNothing({ entities, attached, mediaSlug }: Draft): boolean {
  return entities === NO_ENTITIES && attached === undefined && mediaSlug === undefined
}

function alone(text: string): Composed {
  return { content: { text }, mentions: [], leading: undefined, media: undefined }
}

function attachPost({ text, links }: LinkedText, { attached, shortener }: Draft) {
  if (attached === undefined) return { text, links, link: undefined }
  const written = links.findLast(({ expandedUrl }) => attached.isAt(expandedUrl))
  if (written !== undefined) return { text, links, link: written }
  const { text: whole, span } = appendLink(text, linkUrl(shortener.slugFor(attached.url)))
  const link = linkEntity(whole.slice(span.start), attached.url, span.start)
  return { text: whole, links: [...links, link], link }
}

function attachMedia(text: string, slug: string | undefined): { text: string; span?: Span } {
  return slug === undefined ? { text } : appendLink(text, linkUrl(slug))
}

/** The end of the text with the hidden links, which lead to the quoted post, to media, or to both. */
function hiddenSpan(quotes: Span | undefined, media: Span | undefined): Span | undefined {
  if (quotes === undefined || media === undefined) return quotes ?? media
  return media.start === quotes.end + 1 ? { start: quotes.start, end: media.end } : media
}

function isWhole({ start, end }: Span, text: string): boolean {
  return start === 0 && end === text.length
}

function permalink({ url, expandedUrl, displayUrl }: LinkEntity): QuotedPermalink {
  return { url, expanded: expandedUrl, display: displayUrl }
}

function mediaOf(slug: string | undefined, span: Span | undefined, map: IndexMap): Composed['media'] {
  return slug === undefined || span === undefined ? undefined : { slug, indices: spanIndices(map, span) }
}

function tagsIn(tags: readonly TextTag[], map: IndexMap): TagEntity[] {
  return tags.map((tag) => ({ text: tag.tag, indices: spanIndices(map, tag) }))
}
function mentionsIn(
  mentions: readonly MentionEntity[],
  named: ReadonlyMap<string, NamedUser>,
  map: IndexMap,
): { readonly user: NamedUser; readonly mention: UserMention }[] {
  return mentions.flatMap((entity) => {
    const user = named.get(entity.screenName.toLowerCase())
    if (user === undefined) return []
    const { id, screenName, name } = user
    return [
      {
        user,
        mention: { screen_name: screenName, name, id_str: String(id), indices: spanIndices(map, entity) },
      },
    ]
  })
}

function urlEntity(link: LinkEntity, map: IndexMap) {
  return {
    url: link.url,
    expanded_url: link.expandedUrl,
    display_url: link.displayUrl,
    indices: spanIndices(map, link),
  }
}

function unlessEmpty<Key extends keyof PostContent>(
  key: Key,
  list: readonly unknown[],
): Partial<PostContent> {
  return list.length === 0 ? {} : { [key]: list }
}
