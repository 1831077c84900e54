/** Makes the content of a message in the legacy message API (spec/retired-endpoints.md#legacy-message-object). */
import type { MessageContent } from '../../../domain/messages/content.ts'
import type { Indices } from '../../../domain/posts/content.ts'
import { codePointLength, escapeText, indexMap } from '../../../text/index-units.ts'
import { messageText } from '../../../text/truncate.ts'

/**
 * The content of a message; only `attachment` contains the link to its medium.
 * @param isWhole false to truncate a long text to 140 characters
 */
export function legacyContent(content: MessageContent, isWhole: boolean): MessageContent {
  const { attachment, urls = [], ...rest } = content
  const isMedia = attachment?.type === 'media'
  const others = isMedia ? urls.filter(({ url }) => url !== attachment.media.url) : urls
  const shown = { ...rest, ...(isMedia ? { attachment } : {}), urls: others }
  return isWhole ? shown : cutContent(shown)
}

/** The truncated content. Entities and media that are not completely inside the truncated text are left out. */
function cutContent(content: MessageContent): MessageContent {
  const { text, hashtags = [], symbols = [], user_mentions = [], urls = [], attachment } = content
  const map = indexMap(text, 'escaped')
  const entities = [...hashtags, ...symbols, ...user_mentions, ...urls]
  const all = attachment?.type === 'media' ? [...entities, attachment] : entities
  const spans = all.map(({ indices: [start, end] }) => ({
    start: map.toOffset(start),
    end: map.toOffset(end),
  }))
  const cut = messageText(text, spans)
  if (cut === undefined) return content
  const end = codePointLength(escapeText(text.slice(0, cut.kept)))
  const isLeft = ({ indices }: { readonly indices: Indices }) => indices[1] <= end
  return {
    text: cut.text,
    hashtags: hashtags.filter(isLeft),
    symbols: symbols.filter(isLeft),
    user_mentions: user_mentions.filter(isLeft),
    urls: urls.filter(isLeft),
    ...(attachment?.type === 'media' && isLeft(attachment) ? { attachment } : {}),
  }
}
