/**
 * Stored content of a message: JSON with the names and units of the public object, so that rendering is mostly copying.
 * Empty values are omitted.
 *
 * `indices` are code points of the text escaped for HTML, `[start, end)`; the stored text is not escaped
 * (spec/text.md#index-units).
 */
import type { AttachedMedia } from '../media/attached.ts'
import type { Indices, TagEntity, UrlEntity, UserMention } from '../posts/content.ts'

export interface MessageContent {
  /** Text in NFC, with short links in place of URLs, not escaped. */
  readonly text: string
  readonly hashtags?: readonly TagEntity[]
  readonly symbols?: readonly TagEntity[]
  readonly user_mentions?: readonly UserMention[]
  readonly urls?: readonly UrlEntity[]
  readonly quick_reply?: QuickReply
  readonly quick_reply_response?: QuickReplyResponse
  readonly ctas?: readonly CallToAction[]
  readonly attachment?: Attachment
  readonly initiated_via?: InitiatedVia
  /** The id as digits. */
  readonly custom_profile_id?: string
}

/** Answers that the reader may choose from, 1 to 20. */
export interface QuickReply {
  readonly type: 'options'
  readonly options: readonly QuickReplyOption[]
}

export interface QuickReplyOption {
  readonly label: string
  readonly description?: string
  /** Metadata for the requesting program, never shown to the reader. */
  readonly metadata?: string
}

/** Marks the text as the label of an offered option. */
export interface QuickReplyResponse {
  readonly type: 'options'
  readonly metadata?: string
}

/** A button that opens an address. */
export interface CallToAction {
  readonly type: 'web_url'
  readonly label: string
  readonly url: string
  readonly tco_url: string
}

export type Attachment = MediaAttachment | LocationAttachment

export interface MediaAttachment {
  readonly type: 'media'
  readonly media: LinkedMedia
  /** Indices of the media link in the text. */
  readonly indices: Indices
}

/** The media entity as the public object has it; a URL of Aviary's own is a path. */
export interface LinkedMedia extends AttachedMedia {
  /** The link in the text to the media. */
  readonly url: string
  readonly expanded_url: string
  readonly display_url: string
}

export interface LocationAttachment {
  readonly type: 'location'
  readonly location: Location
}

export type Location =
  | {
      readonly type: 'shared_coordinate'
      readonly shared_coordinate: {
        /** GeoJSON: longitude, then latitude. */
        readonly coordinates: { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
      }
    }
  | { readonly type: 'shared_place'; readonly shared_place: { readonly place: { readonly id: string } } }

/** Origin of the conversation; ids as digits. */
export interface InitiatedVia {
  readonly tweet_id?: string
  readonly welcome_message_id?: string
}
