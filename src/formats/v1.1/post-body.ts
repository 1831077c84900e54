/**
 * Makes the text and the entities of a post, in four forms (spec/posts.md#compat-mode). The complete form is for
 * extended mode. The form for old clients is truncated to 140 characters with a link to the complete post
 * (compatibility mode). The third form is the beginning of a long post, for API v2. The fourth form is the text of a
 * repost.
 */
import { hash } from 'node:crypto'
import type {
  Indices,
  PostContent,
  PostMedia,
  TagEntity,
  UrlEntity,
  UserMention,
} from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { escapeText, type IndexMap, indexMap, type Span, spanIndices } from '../../text/index-units.ts'
import { displayUrl, linkUrl } from '../../text/links.ts'
import { type CompatText, compatText, noteText, repostCutOf, repostText } from '../../text/truncate.ts'
import type { PlacedMedia } from './media.ts'

/** The text that is shown, with its entities. Indices count code points of `text`, which is escaped. */
export interface PostBody {
  readonly text: string
  readonly isTruncated: boolean
  /** Range of the visible text. */
  readonly range: Indices
  readonly hashtags: readonly TagEntity[]
  readonly symbols: readonly TagEntity[]
  readonly mentions: readonly UserMention[]
  readonly urls: readonly UrlEntity[]
  readonly media: readonly PlacedMedia[]
  /** Polls of imported posts; other v1.1 posts have no polls. */
  readonly polls?: readonly unknown[]
}

/** The complete form. An imported post whose recorded text was already truncated is marked as truncated. */
export function wholeBody({ id, content }: Pick<Post, 'id' | 'content'>): PostBody {
  const { display_text_range: range } = content
  return {
    text: escapeText(content.text),
    isTruncated: content.kept?.['truncated'] === true,
    range: range ?? [0, indexMap(content.text, 'escaped').length],
    hashtags: content.hashtags ?? [],
    symbols: content.symbols ?? [],
    mentions: content.user_mentions ?? [],
    urls: content.urls ?? [],
    media: linked(content.media ?? [], id).map((media) => ({ media, indices: media.indices })),
    ...pollsOf(content),
  }
}

function pollsOf({ kept }: PostContent): Pick<PostBody, 'polls'> {
  const { polls } = (kept?.['entities'] ?? {}) as { readonly polls?: unknown }
  return Array.isArray(polls) && polls.length > 0 ? { polls } : {}
}

/**
 * Adds the link to media of v1.1. As in every recorded post with several media, all media of a post share one link. The
 * link is the recorded link of one of the media. If no link is recorded, a link is generated; the same media always get
 * the same link.
 */
function linked(media: readonly PostMedia[], postId: bigint): readonly PostMedia[] {
  const [first] = media
  if (first === undefined || media.every(({ url }) => url !== '')) return media
  const link = linkAmong(media) ?? madeLink(first, postId)
  return media.map((each) => (each.url === '' ? { ...each, ...link } : each))
}

type MediaLink = Pick<PostMedia, 'url' | 'display_url' | 'expanded_url' | 'indices'>

function linkAmong(media: readonly PostMedia[]): MediaLink | undefined {
  const recorded = media.find(({ url }) => url !== '')
  if (recorded === undefined) return undefined
  const { url, display_url, expanded_url, indices } = recorded
  return { url, display_url, expanded_url, indices }
}

function madeLink({ id_str, type, indices }: PostMedia, postId: bigint): MediaLink {
  const slug = slugOf(`media/${id_str}`)
  return {
    url: linkUrl(slug),
    display_url: `pic.twitter.com/${slug}`,
    expanded_url: `https://twitter.com/i/web/status/${postId}/${type === 'photo' ? 'photo' : 'video'}/1`,
    indices,
  }
}

/**
 * The form for old clients: truncated to 140 characters, with a link to the complete post. A short post does not
 * change.
 */
export function compatBody(post: Pick<Post, 'id' | 'content'>): PostBody {
  const whole = wholeBody(post)
  // The escaped text is never shorter than the stored text, so this check is sufficient.
  if (whole.text.length <= COMPAT_LENGTH || whole.isTruncated) return whole
  return cutBody(post, whole, compatText)
}

/** Truncates a long post to a weighted length of 280, and appends a link to the complete post. */
export function noteBody(post: Pick<Post, 'id' | 'content'>): PostBody {
  return cutBody(post, wholeBody(post), noteText)
}

/** @param cutText truncates a text; returns undefined for a text that is short enough */
function cutBody(
  post: Pick<Post, 'id' | 'content'>,
  whole: PostBody,
  cutText: (text: string, entities: readonly Span[], link: string) => CompatText | undefined,
): PostBody {
  const { text } = post.content
  const map = indexMap(text, 'escaped')
  const slug = slugOf(`i/web/status/${post.id}`)
  const cut = cutText(text, spansIn(post.content, map), linkUrl(slug))
  if (cut === undefined) return whole
  const left = map.toUnit(cut.kept)
  const expanded = `https://twitter.com/i/web/status/${post.id}`
  const shown = indexMap(cut.text, 'escaped')
  return {
    text: escapeText(cut.text),
    isTruncated: true,
    range: [0, shown.length],
    ...remainingIn(whole, left),
    urls: [
      ...whole.urls.filter(({ indices }) => indices[1] <= left),
      {
        url: linkUrl(slug),
        expanded_url: expanded,
        display_url: displayUrl(expanded),
        indices: spanIndices(shown, cut.link),
      },
    ],
    media: [],
  }
}

/** Author of the post that is reposted. */
export interface RepostedAuthor {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
}

/**
 * The text `RT @name: ` and the original's text, truncated to 140 characters in every mode. If the link to media is cut
 * off, the media are still listed with a position at the end of the text, as in recorded responses. In reposts from
 * 2013 to 2016, all entities that are cut off are listed in this way.
 * @param postedAt time of the repost in milliseconds since the Unix epoch
 */
export function repostBody(original: Post, author: RepostedAuthor, postedAt: number): PostBody {
  const whole = wholeBody(original)
  const cut = repostText(author.screenName, original.content.text, postedAt)
  const shown = indexMap(cut.text, 'escaped')
  const left = shown.toUnit(cut.kept)
  const isClipped = repostCutOf(postedAt) === 'as of 2016'
  const clip = (indices: Indices) => clipped(moved(indices, cut.prefix), escapeText(cut.text), left)
  const move = <Entity extends { readonly indices: Indices }>(entities: readonly Entity[]) => {
    if (isClipped) return entities.map((entity) => ({ ...entity, indices: clip(entity.indices) }))
    return entities
      .map((entity) => ({ ...entity, indices: moved(entity.indices, cut.prefix) }))
      .filter(({ indices }) => indices[1] <= left)
  }
  const source = { postId: String(original.id), userId: String(author.id) }
  return {
    text: escapeText(cut.text),
    isTruncated: false,
    range: [0, shown.length],
    hashtags: move(whole.hashtags),
    symbols: move(whole.symbols),
    mentions: [mentionOf(author), ...move(whole.mentions)],
    urls: move(whole.urls),
    media: whole.media.map(({ media, indices }) => ({
      media,
      indices: isClipped ? clip(indices) : within(moved(indices, cut.prefix), shown.length),
      source,
    })),
  }
}

const COMPAT_LENGTH = 140

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The last part of a generated link. The same target always has the same last part. */
function slugOf(target: string): string {
  let number = BigInt(`0x${hash('sha256', target).slice(0, 16)}`)
  let slug = ''
  while (slug.length < 10) {
    slug += LETTERS.charAt(Number(number % 62n))
    number /= 62n
  }
  return slug
}

function remainingIn({ hashtags, symbols, mentions }: PostBody, left: number) {
  const isLeft = ({ indices }: { readonly indices: Indices }) => indices[1] <= left
  return {
    hashtags: hashtags.filter(isLeft),
    symbols: symbols.filter(isLeft),
    mentions: mentions.filter(isLeft),
  }
}

/** Entities with positions in UTF-16 units. Imported entities with positions outside the text are dropped. */
function spansIn(content: PostContent, map: IndexMap): Span[] {
  const { hashtags = [], symbols = [], user_mentions = [], urls = [], media = [] } = content
  return [...hashtags, ...symbols, ...user_mentions, ...urls, ...media]
    .map(({ indices }) => indices)
    .filter(([start, end]) => start >= 0 && start <= end && end <= map.length)
    .map(([start, end]) => ({ start: map.toOffset(start), end: map.toOffset(end) }))
}

function mentionOf({ id, screenName, name }: RepostedAuthor): UserMention {
  const start = 'RT '.length
  return {
    screen_name: screenName,
    name,
    id_str: String(id),
    indices: [start, start + '@'.length + screenName.length],
  }
}

function moved([start, end]: Indices, by: number): Indices {
  return [start + by, end + by]
}

/** Matches a truncated hashtag, name or link that is still recognisable. */
const STILL_ONE = /^(?:[#$@＃＠]\w|[#$@＃＠][^\s\p{P}]|https?:\/\/[^/]+\/)/u

/**
 * Position of a truncated entity, from its beginning to the end of the ellipsis. If nothing of the entity remains, the
 * position of the ellipsis alone.
 */
function clipped([start, end]: Indices, text: string, left: number): Indices {
  if (end <= left) return [start, end]
  const characters = [...text]
  const isLeft = start < left && STILL_ONE.test(characters.slice(start, left).join(''))
  return [isLeft ? start : characters.length - 1, characters.length]
}

function within([start, end]: Indices, length: number): Indices {
  return [Math.min(start, length - 1), Math.min(end, length)]
}
