/** Reads the v1.1 source of a post. The source is an HTML anchor; in old posts it can also be only a name. */

import type { PostSource } from '../../domain/posts/content.ts'
import { sourceAnchor } from '../../formats/v1.1/source.ts'

const ANCHOR = /^<a href="([^"<>]*)" rel="nofollow">([^<>]*)<\/a>$/

export interface ToldSource {
  /** The source; undefined if it is empty. */
  readonly source: PostSource | undefined
  /** The original text, if this text cannot be rebuilt from the source. */
  readonly kept: string | undefined
}

export function sourceOf(recorded: string): ToldSource {
  if (recorded === '') return { source: undefined, kept: undefined }
  const [, url, name] = ANCHOR.exec(recorded) ?? []
  const source =
    url === undefined || name === undefined
      ? { name: unescapeHtml(recorded.replace(/<[^>]*>/g, '')) }
      : { name: unescapeHtml(name), url: unescapeHtml(url) }
  return { source, kept: sourceAnchor(source) === recorded ? undefined : recorded }
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
}
