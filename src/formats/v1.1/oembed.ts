/** Renders a post for embedding in other pages (spec/posts.md#embedding). */
import { Type } from 'typebox'
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Post } from '../../domain/posts/post.ts'
import { permalinkOf } from '../../domain/posts/text/permalink.ts'
import { escapeText } from '../../text/index-units.ts'
import { isWebAddress } from '../../text/links.ts'
import { ObjectTable } from '../fields/object-table.ts'
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

export interface EmbedInput {
  /** Not a repost; pass the original of a repost instead. */
  readonly post: Post
  readonly author: FullUser
  readonly view: EmbedView
}

const TEXT = Type.String()

/** The fields of the object, in the order of recorded responses. */
export const EMBED_FIELDS = new ObjectTable<EmbedInput>([
  {
    name: 'url',
    schema: Type.String({ description: 'URL of the post.' }),
    value: ({ post, author }) => permalinkOf(author.screenName, post.id),
  },
  { name: 'author_name', schema: TEXT, value: ({ author }) => author.name },
  { name: 'author_url', schema: TEXT, value: ({ author }) => `https://twitter.com/${author.screenName}` },
  {
    name: 'html',
    schema: Type.String({ description: 'HTML to embed.' }),
    value: ({ post, author, view }) => embedHtml(post, author, view),
  },
  { name: 'width', schema: Type.Integer(), value: ({ view }) => view.width },
  { name: 'height', schema: Type.Null(), value: () => null },
  { name: 'type', schema: Type.Literal('rich'), value: () => 'rich' },
  { name: 'cache_age', schema: Type.String({ description: 'Seconds.' }), value: () => CACHE_AGE },
  { name: 'provider_name', schema: TEXT, value: () => 'Twitter' },
  { name: 'provider_url', schema: TEXT, value: () => 'https://twitter.com' },
  { name: 'version', schema: Type.Literal('1.0'), value: () => '1.0' },
])

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
