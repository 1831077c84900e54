/**
 * Renders a post for embedding in other pages (spec/posts.md#embedding), with keys in the order of recorded responses.
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Post } from '../../domain/posts/post.ts'
import { permalinkOf } from '../../domain/posts/text/permalink.ts'
import { escapeText } from '../../text/index-units.ts'
import { isWebAddress } from '../../text/links.ts'
import { type PostBody, wholeBody } from './post-body.ts'

export interface EmbedView {
  /** Width in pixels. */
  readonly width: number
  readonly align: 'left' | 'right' | 'center' | undefined
  readonly hidesMedia: boolean
  readonly hidesThread: boolean
}

/** Cache time in seconds: a hundred years. */
const CACHE_AGE = '3153600000'

/** @param post not a repost; pass the original of a repost instead */
export function embedObject(post: Post, author: FullUser, view: EmbedView): Record<string, unknown> {
  return {
    url: permalinkOf(author.screenName, post.id),
    author_name: author.name,
    author_url: `https://twitter.com/${author.screenName}`,
    html: embedHtml(post, author, view),
    width: view.width,
    height: null,
    type: 'rich',
    cache_age: CACHE_AGE,
    provider_name: 'Twitter',
    provider_url: 'https://twitter.com',
    version: '1.0',
  }
}

/** The post as an HTML quotation, without a script. */
function embedHtml(post: Post, { name, screenName, id }: FullUser, view: EmbedView): string {
  const marks = [
    ...(view.hidesMedia ? ['data-cards="hidden"'] : []),
    ...(view.hidesThread ? ['data-conversation="none"'] : []),
    ...(view.align === undefined ? [] : [`align="${view.align}"`]),
    ...(view.width === EMBED_WIDTH ? [] : [`data-width="${view.width}"`]),
  ]
  const open = ['<blockquote class="twitter-tweet"', ...marks].join(' ')
  const { lang = 'und' } = post.content
  const text = linkedText(wholeBody(post))
  const address = permalinkOf(screenName, post.id)
  return (
    `${open}><p lang="${quoted(lang)}" dir="${RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr'}">${text}</p>` +
    `&mdash; ${escapeText(name)} (@${screenName || id}) <a href="${address}">${dayOf(post.createdAt)}</a></blockquote>\n`
  )
}

/** Default width in pixels. */
export const EMBED_WIDTH = 550

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'ar',
  'dv',
  'fa',
  'he',
  'iw',
  'ku',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
])

interface Piece {
  readonly start: number
  readonly end: number
  readonly href: string
  /** Text that replaces the text of the link. */
  readonly shown?: string
}

/** The text with links. Indices of entities count code points of the escaped text. */
function linkedText(body: PostBody): string {
  const characters = [...body.text]
  let html = ''
  let done = 0
  for (const { start, end, href, shown } of piecesOf(body)) {
    if (start < done || end > characters.length || end <= start) continue
    html += characters.slice(done, start).join('')
    html += `<a href="${quoted(href)}">${shown ?? characters.slice(start, end).join('')}</a>`
    done = end
  }
  return (html + characters.slice(done).join('')).replaceAll('\n', '<br>')
}

/**
 * The parts of the text that become links. An imported link with a scheme other than http or https is not a link in the
 * result.
 */
function piecesOf({ hashtags, symbols, mentions, urls, media }: PostBody): Piece[] {
  const piece = ([start, end]: readonly [number, number], href: string, shown?: string): Piece =>
    shown === undefined ? { start, end, href } : { start, end, href, shown: escapeText(shown) }
  const pieces = [
    ...hashtags.map(({ text, indices }) =>
      piece(indices, `https://twitter.com/hashtag/${encodeURIComponent(text.toWellFormed())}?src=hash`),
    ),
    ...symbols.map(({ text, indices }) =>
      piece(
        indices,
        `https://twitter.com/search?q=${encodeURIComponent(`$${text}`.toWellFormed())}&src=ctag`,
      ),
    ),
    ...mentions.map(({ screen_name, indices }) => piece(indices, `https://twitter.com/${screen_name}`)),
    ...urls.map(({ url, indices }) => piece(indices, url)),
    ...media.map(({ media: { url, display_url }, indices }) => piece(indices, url, display_url)),
  ]
  return pieces.filter(({ href }) => isWebAddress(href)).sort((a, b) => a.start - b.start)
}

/** The text between double quotes, as an HTML attribute value. */
function quoted(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

const DAY = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

function dayOf(ms: number): string {
  return DAY.format(ms)
}
