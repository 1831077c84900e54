/** The text of a post with its links, as HTML (spec/pages.md#posts). */
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import type { Indices, PostContent } from '../../domain/posts/content.ts'
import { type Html, html } from '../../text/html.ts'
import { type IndexMap, indexMap } from '../../text/index-units.ts'
import { isWebAddress } from '../../text/links.ts'

/** A part of the text that is shown as a link or left out. Positions are UTF-16 offsets. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly shown: Html | false
}

/**
 * The visible text. Links to media are left out, because the media are shown below. An entity that overlaps an
 * earlier entity is shown as text.
 */
export function postText(content: PostContent): readonly Html[] {
  const { text } = content
  const map = indexMap(text, 'escaped')
  const pieces = piecesOf(content, map)
  const [first, end] = rangeOf(content, map)
  const last = endOfWords(text, pieces, end)
  const shown: Html[] = []
  let done = first
  for (const { start, end, shown: part } of pieces) {
    if (start < done || end > last) continue
    shown.push(html`${text.slice(done, start)}${part}`)
    done = end
  }
  shown.push(html`${text.slice(done, Math.max(done, last))}`)
  return shown
}

/** The end of the visible text, without white space and media links at the end. */
function endOfWords(text: string, pieces: readonly Piece[], end: number): number {
  let last = text.slice(0, end).trimEnd().length
  for (const piece of pieces.toReversed())
    if (piece.shown === false && piece.end === last) last = text.slice(0, piece.start).trimEnd().length
  return last
}

function rangeOf({ text, display_text_range: range }: PostContent, map: IndexMap): readonly [number, number] {
  return range !== undefined && isInside(range, map)
    ? [map.toOffset(range[0]), map.toOffset(range[1])]
    : [0, text.length]
}

function isInside([start, end]: Indices, { length }: IndexMap): boolean {
  return start >= 0 && start < end && end <= length
}

function piecesOf(content: PostContent, map: IndexMap): readonly Piece[] {
  const { text, hashtags = [], symbols = [], user_mentions = [], urls = [], media = [] } = content
  const piece = (indices: Indices, show: (words: string) => Html | false): readonly Piece[] => {
    if (!isInside(indices, map)) return []
    const [start, end] = [map.toOffset(indices[0]), map.toOffset(indices[1])]
    return [{ start, end, shown: show(text.slice(start, end)) }]
  }
  return [
    ...hashtags.flatMap((tag) =>
      piece(tag.indices, (words) => html`<a href="${hashtagPath(tag.text)}">${words}</a>`),
    ),
    ...symbols.flatMap((tag) =>
      piece(tag.indices, (words) => html`<a href="${searchPath(`$${tag.text}`)}">${words}</a>`),
    ),
    ...user_mentions.flatMap(({ screen_name, indices }) =>
      piece(indices, (words) => nameLink(screen_name, words)),
    ),
    ...urls.flatMap(({ url, expanded_url, display_url, indices }) =>
      piece(indices, (words) => {
        const target = [expanded_url, url].find((address) => isWebAddress(address))
        return target === undefined
          ? html`${words}`
          : html`<a href="${target}" rel="nofollow noopener noreferrer ugc">${display_url === '' ? words : display_url}</a>`
      }),
    ),
    ...media.flatMap(({ indices, url }) => (url === '' ? [] : piece(indices, () => false))),
  ].toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/**
 * A link to the page of a user. An imported screen name that is invalid is shown as text, because a link with this
 * name could lead to another host.
 */
export function nameLink(screenName: string, words: string): Html {
  return SCREEN_NAME_PATTERN.test(screenName) ? html`<a href="/${screenName}">${words}</a>` : html`${words}`
}

/** The path of the page of a hashtag. */
export function hashtagPath(tag: string): string {
  return `/hashtag/${encodeURIComponent(tag.toWellFormed())}`
}

/** The path of a search. */
export function searchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query.toWellFormed())}`
}
