/**
 * The direct message event of v1.1, of which lists, single messages and webhooks are made
 * (spec/direct-messages.md#message-object).
 */
import type {
  Attachment,
  LinkedMedia,
  MediaAttachment,
  MessageContent,
} from '../../domain/messages/content.ts'
import type { Message } from '../../domain/messages/record.ts'
import type { SourceApp } from '../../domain/messages/source-apps.ts'
import type { WelcomeMessage } from '../../domain/messages/welcome-messages.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { jsonNumber } from '../../lib/json.ts'
import { escapeText } from '../../text/index-units.ts'

/** Stands for the app of a message of which no app is known, as of all that were imported: archives do not name it. */
const NO_APP = '0'

/**
 * A message as both sides are shown it.
 * @param origin of the server as whoever reads it knows it, such as `https://example.org`: URLs of media begin with it
 */
export function messageObject(
  { id, senderId, recipientId, appId, content }: Message,
  origin: string,
): object {
  const { initiated_via, custom_profile_id } = content
  return {
    type: 'message_create',
    id: String(id),
    created_timestamp: String(snowflakeTime(id)),
    ...(initiated_via === undefined ? {} : { initiated_via }),
    message_create: {
      target: { recipient_id: String(recipientId) },
      sender_id: String(senderId),
      source_app_id: appId === null ? NO_APP : String(appId),
      ...(custom_profile_id === undefined ? {} : { custom_profile_id }),
      message_data: messageData(content, origin),
    },
  }
}

export function welcomeMessageObject({ id, appId, name, content }: WelcomeMessage, origin: string): object {
  return {
    id: String(id),
    created_timestamp: String(snowflakeTime(id)),
    message_data: messageData(content, origin),
    source_app_id: String(appId),
    ...(name === null ? {} : { name }),
  }
}

/** An entry of `apps`. Apps have no address of their own. */
export function appObject({ id, name }: SourceApp): object {
  return { id: String(id), name, url: '' }
}

/** The member `apps`, by id; nothing when there is none. */
export function appsMember(apps: readonly SourceApp[]): { readonly apps?: Readonly<Record<string, object>> } {
  if (apps.length === 0) return {}
  return { apps: Object.fromEntries(apps.map((app) => [String(app.id), appObject(app)])) }
}

/** All four lists of entities are there, even when they are empty. */
function messageData(content: MessageContent, origin: string): object {
  const { text, hashtags = [], symbols = [], user_mentions = [], urls = [] } = content
  const { quick_reply, quick_reply_response, ctas, attachment } = content
  return {
    text: escapeText(text),
    entities: {
      hashtags,
      symbols,
      user_mentions: user_mentions.map(({ screen_name, name, id_str, indices }) => ({
        screen_name,
        name,
        id: jsonNumber(BigInt(id_str)),
        id_str,
        indices,
      })),
      urls,
    },
    ...(quick_reply === undefined ? {} : { quick_reply }),
    ...(quick_reply_response === undefined ? {} : { quick_reply_response }),
    ...(attachment === undefined ? {} : { attachment: attachmentObject(attachment, origin) }),
    ...(ctas === undefined ? {} : { ctas }),
  }
}

function attachmentObject(attachment: Attachment, origin: string): object {
  return attachment.type === 'location'
    ? attachment
    : { type: 'media', media: mediaObject(attachment.media, attachment.indices, origin) }
}

/** `media_url` is the same as the other: both are fetched with a signature. */
function mediaObject(media: LinkedMedia, indices: MediaAttachment['indices'], origin: string): object {
  const { id_str, media_url_https, url, display_url, expanded_url, type, sizes, video_info } = media
  const address = absolute(media_url_https, origin)
  return {
    id: jsonNumber(BigInt(id_str)),
    id_str,
    indices,
    media_url: address,
    media_url_https: address,
    url,
    display_url,
    expanded_url,
    type,
    sizes,
    ...(video_info === undefined
      ? {}
      : {
          video_info: {
            ...video_info,
            variants: video_info.variants.map((variant) => ({
              ...variant,
              url: absolute(variant.url, origin),
            })),
          },
        }),
  }
}

function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}
