/** The program with which a post was written, as v1.1 has it: an HTML anchor (spec/posts.md#post-object). */
import type { PostSource } from '../../domain/posts/content.ts'
import { isWebAddress } from '../../text/links.ts'

/**
 * The anchor. An app without a home page has an anchor that leads nowhere, since clients look for the name inside an
 * anchor. The name stands alone when the source is no app of this network (`web` in old posts) or its address is not of
 * the web; an unknown program gives nothing.
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
