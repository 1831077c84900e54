/** The program with which a post was written, as v1.1 has it: an HTML anchor (spec/followers.md section 3). */
import type { PostSource } from '../../../domain/posts/content.ts'
import { isWebAddress } from '../../../text/links.ts'

/** The anchor; the name alone when the program has no address in the web, and nothing when nobody knows the program. */
export function sourceAnchor(source: PostSource | undefined): string {
  if (source === undefined) return ''
  const name = escapeHtml(source.name)
  const { url } = source
  if (url === undefined || !isWebAddress(url)) return name
  return `<a href="${escapeHtml(url)}" rel="nofollow">${name}</a>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
