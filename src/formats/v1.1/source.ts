/** Renders the program that wrote a post as a v1.1 HTML anchor (spec/posts.md#post-object). */
import type { PostSource } from '../../domain/posts/content.ts'
import { isWebAddress } from '../../text/links.ts'

/**
 * The anchor of a source. An app without a home page has an anchor without a target, because clients read the name from
 * an anchor. If a source is not an app of this network (such as `web` in old posts), or has no web URL, the result is
 * only its name. For an unknown program, the result is an empty text.
 */
export function sourceAnchor(source: PostSource | undefined): string {
  if (source === undefined) return ''
  const name = escapeHtml(source.name)
  const { url } = source
  if (url === undefined || (url !== '' && !isWebAddress(url))) return name
  return `<a href="${escapeHtml(url)}" rel="nofollow">${name}</a>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
