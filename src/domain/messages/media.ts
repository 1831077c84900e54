/** Media of messages. This is the only module of messages that attaches uploads. */
import type { Tx } from '../../db/store.ts'
import { codePointLength, escapeText } from '../../text/index-units.ts'
import { linkUrl } from '../../text/links.ts'
import { type TakeForMessage, takeForMessage } from '../media/attach.ts'
import type { MessageContent } from './content.ts'

export interface WithMedia extends TakeForMessage {
  /** Slug of the short link to the media. */
  readonly slug: string
}

/** The form of the target of a media link in messages. */
const MEDIA_LINK = /^https?:\/\/(?:www\.)?twitter\.com\/messages\/media\/\d+$/

/**
 * As {@link withMedia}, for an imported message whose text may already contain the media link.
 * @throws {Refusal} `media-not-found`, `media-invalid`
 */
export async function withLinkedMedia(
  tx: Tx,
  content: MessageContent,
  request: WithMedia,
): Promise<MessageContent> {
  const link = content.urls?.find(({ expanded_url }) => MEDIA_LINK.test(expanded_url))
  if (link === undefined) return withMedia(tx, content, request)
  const { url, expanded_url, display_url, indices } = link
  const attached = await takeForMessage(tx, request)
  return {
    ...content,
    attachment: { type: 'media', media: { ...attached, url, expanded_url, display_url }, indices },
  }
}

/**
 * Adds media to the content. The link to the media is the end of the text (spec/direct-messages.md#attachments).
 * @throws {Refusal} `media-not-found`, `media-invalid`
 */
export async function withMedia(
  tx: Tx,
  content: MessageContent,
  { slug, ...request }: WithMedia,
): Promise<MessageContent> {
  const attached = await takeForMessage(tx, request)
  const link = {
    url: linkUrl(slug),
    expanded_url: `https://twitter.com/messages/media/${request.messageId}`,
    display_url: `pic.twitter.com/${slug}`,
  }
  // Messages recorded from the public service have the space before the link even when they have no other text.
  const before = `${content.text} `
  const start = codePointLength(escapeText(before))
  const indices = [start, start + link.url.length] as const
  return {
    ...content,
    text: before + link.url,
    urls: [...(content.urls ?? []), { ...link, indices }],
    attachment: { type: 'media', media: { ...attached, ...link }, indices },
  }
}
