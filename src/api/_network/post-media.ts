/**
 * Media of posts as HTML. Pages show only files of this server, and link to other files. The browser of a reader
 * therefore sends no request to other hosts.
 */
import type { PostContent, PostMedia } from '../../domain/posts/content.ts'
import { type Html, html } from '../../text/html.ts'
import { isWebAddress } from '../../text/links.ts'

/** The media of a post as HTML; undefined for a post without media. */
export function postMedia({ media = [], possibly_sensitive: isSensitive }: PostContent): Html | undefined {
  if (media.length === 0) return undefined
  const shown = html`<div class="media">${media.map(oneMedium)}</div>`
  if (isSensitive !== true) return shown
  return html`<details class="media-of"><summary>Show media that may be sensitive</summary>${shown}</details>`
}

function oneMedium(medium: PostMedia): Html {
  const { type, media_url_https: url, ext_alt_text: alt } = medium
  const video = type === 'photo' ? undefined : ownVideo(medium)
  if (video !== undefined)
    return html`<video controls preload="none" src="${video}" poster="${ownFile(url) ?? ''}" aria-label="${alt ?? 'Video'}"></video>`
  const file = ownFile(url)
  if (file !== undefined)
    return html`<a href="${file}?name=large"><img src="${file}?name=small" loading="lazy" alt="${alt ?? 'Picture without a description'}"${sizeOf(medium)}></a>`
  const name = type === 'photo' ? 'Picture' : 'Video'
  if (!isWebAddress(url)) return html`<p class="quiet">${name}, of which there is no file</p>`
  return html`<p class="quiet"><a href="${url}" rel="nofollow noopener noreferrer">${name} on another server</a>${alt === undefined ? '' : `: ${alt}`}</p>`
}

function sizeOf({ sizes }: PostMedia): Html | false {
  const { w, h } = sizes['small'] ?? { w: 0, h: 0 }
  return w > 0 && h > 0 && html` width="${w}" height="${h}"`
}

/** The URL of the variant of a video that has the highest bit rate and is on this server. */
function ownVideo({ video_info: info }: PostMedia): string | undefined {
  const own = (info?.variants ?? []).filter(
    ({ url, content_type }) => content_type === 'video/mp4' && ownFile(url) !== undefined,
  )
  return own.toSorted((one, other) => (other.bitrate ?? 0) - (one.bitrate ?? 0))[0]?.url
}

/** The URL if it is a path of this server; otherwise undefined. */
export function ownFile(url: string): string | undefined {
  return /^\/(?![/\\])./.test(url) ? url : undefined
}
