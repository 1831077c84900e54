/**
 * `indices` are ranges `[start, end)` in code points of the HTML-escaped text. The stored text is not escaped
 * (spec/text.md#index-units).
 */
import type { AttachedMedia } from '../media/attached.ts'
import type { Indices, TagEntity, UrlEntity, UserMention } from '../posts/content.ts'

export interface MessageContent {
  /** Text in Unicode normalization form NFC, with short links instead of URLs. Not HTML-escaped. */
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
  /** The id, in decimal digits. */
  readonly custom_profile_id?: string
}

/** 1 to 20 options from which the recipient can choose. */
export interface QuickReply {
  readonly type: 'options'
  readonly options: readonly QuickReplyOption[]
}

export interface QuickReplyOption {
  readonly label: string
  readonly description?: string
  /** Metadata for the program that sends the message; never shown to the recipient. */
  readonly metadata?: string
}

/** Marks the text as the label of the option that the sender chose. */
export interface QuickReplyResponse {
  readonly type: 'options'
  readonly metadata?: string
}

/** A button that opens a URL. */
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
  /** Position of the media link in the text. */
  readonly indices: Indices
}

/** The media entity of the public object. A URL of this server is stored as a path. */
export interface LinkedMedia extends AttachedMedia {
  /** The link to the media in the text. */
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
        /** GeoJSON: longitude first, then latitude. */
        readonly coordinates: { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
      }
    }
  | { readonly type: 'shared_place'; readonly shared_place: { readonly place: { readonly id: string } } }

/** Origin of the conversation. Ids are in decimal digits. */
export interface InitiatedVia {
  readonly tweet_id?: string
  readonly welcome_message_id?: string
}
