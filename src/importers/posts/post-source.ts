/** What a post was sent with, as v1.1 has it: an HTML anchor, or in old posts a bare name. */

import type { PostSource } from '../../domain/posts/content.ts'
import { sourceAnchor } from '../../formats/v1.1/source.ts'

const ANCHOR = /^<a href="([^"<>]*)" rel="nofollow">([^<>]*)<\/a>$/

export interface ToldSource {
  /** Undefined when there is nothing to be told. */
  readonly source: PostSource | undefined
  /** The text as it came, when it cannot be made again from the source. */
  readonly kept: string | undefined
}

export function sourceOf(told: string): ToldSource {
  if (told === '') return { source: undefined, kept: undefined }
  const [, url, name] = ANCHOR.exec(told) ?? []
  const source =
    url === undefined || name === undefined
      ? { name: unescapeHtml(told.replace(/<[^>]*>/g, '')) }
      : { name: unescapeHtml(name), url: unescapeHtml(url) }
  return { source, kept: sourceAnchor(source) === told ? undefined : told }
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
}
