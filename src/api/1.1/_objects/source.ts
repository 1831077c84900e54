/** The program with which a post was written, as v1.1 has it: an HTML anchor (spec/followers.md section 3). */
import type { PostSource } from '../../../domain/posts/content.ts'

/** The anchor; the name alone when the program has no address, and nothing when nobody knows the program. */
export function sourceAnchor(source: PostSource | undefined): string {
  if (source === undefined) return ''
  const name = escapeHtml(source.name)
  return source.url === undefined ? name : `<a href="${escapeHtml(source.url)}" rel="nofollow">${name}</a>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
