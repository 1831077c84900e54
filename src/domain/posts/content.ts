/**
 * `indices` are ranges `[start, end)` in code points of the HTML-escaped text, as in all formats of posts. The stored
 * text is not escaped (spec/text.md#index-units).
 */

import type { ReplySettings } from './reply-settings.ts'

export type Indices = readonly [start: number, end: number]

export interface PostContent {
  /**
   * Text in Unicode normalization form NFC, with short links instead of URLs. Not HTML-escaped. Empty for a repost,
   * because the original has the text.
   */
  readonly text: string
  readonly hashtags?: readonly TagEntity[]
  readonly symbols?: readonly TagEntity[]
  readonly user_mentions?: readonly UserMention[]
  readonly urls?: readonly UrlEntity[]
  readonly media?: readonly PostMedia[]
  /** Visible range of the text; omitted when the whole text is visible. */
  readonly display_text_range?: Indices
  readonly source?: PostSource
  /** BCP 47 language code, or `und`; omitted when language detection did not run. */
  readonly lang?: string
  readonly possibly_sensitive?: boolean
  /** Screen name of the answered author at the time when the post was written. */
  readonly in_reply_to_screen_name?: string
  /** Link to the quoted post. */
  readonly quoted_status_permalink?: QuotedPermalink
  readonly annotations?: readonly EntityAnnotation[]
  readonly context_annotations?: readonly ContextAnnotation[]
  readonly poll?: Poll
  /** The users who can answer; omitted when everyone can. */
  readonly reply_settings?: ReplySettings
  readonly card_uri?: string
  /** True when an import has marked the post as promoted. */
  readonly promoted?: boolean
  /** Imported promotion metrics. They never change, because Aviary has no promotion. */
  readonly promoted_metrics?: PrivateCounts
  /**
   * Imported organic metrics minus the total metrics of the same import. The organic metrics are the current totals
   * plus these offsets.
   */
  readonly organic_offsets?: PrivateCounts
  /** Imported fields for which no column or member exists, unchanged. */
  readonly kept?: Readonly<Record<string, unknown>>
}

/** A hashtag or cashtag, without its sign. */
export interface TagEntity {
  readonly text: string
  readonly indices: Indices
}

/** A user who existed when the post was written, with the user's names at that time. */
export interface UserMention {
  readonly screen_name: string
  readonly name: string
  readonly id_str: string
  readonly indices: Indices
}

export interface UrlEntity {
  /** The short link, as the text contains it. */
  readonly url: string
  readonly expanded_url: string
  readonly display_url: string
  readonly indices: Indices
  /** Imported metadata of the linked page. */
  readonly unwound?: {
    readonly url?: string
    readonly status?: number
    readonly title?: string
    readonly description?: string
    readonly images?: readonly { readonly url: string; readonly width: number; readonly height: number }[]
  }
}

export interface PostSource {
  readonly name: string
  /** URL of the app; empty when the app has no URL. Omitted when the v1.1 form has only the name, without a link. */
  readonly url?: string
}

export interface QuotedPermalink {
  readonly url: string
  readonly expanded: string
  readonly display: string
}

export interface MediaSize {
  readonly w: number
  readonly h: number
  readonly resize: string
}

/**
 * Media of a post, as in the v1.1 `extended_entities` (spec/posts.md#media-entity). Only `id_str` is stored, without
 * `id`.
 */
export interface PostMedia {
  readonly id_str: string
  readonly type: 'photo' | 'video' | 'animated_gif'
  /** Position of the media link in the text. */
  readonly indices: Indices
  readonly url: string
  readonly display_url: string
  readonly expanded_url: string
  /** An absolute URL, or a path of this server that begins with `/`. */
  readonly media_url_https: string
  readonly media_url?: string
  readonly sizes: Readonly<Record<string, MediaSize>>
  readonly ext_alt_text?: string
  readonly video_info?: {
    readonly aspect_ratio?: readonly number[]
    readonly duration_millis?: number
    readonly variants?: readonly {
      readonly bitrate?: number
      readonly content_type: string
      readonly url: string
    }[]
  }
  readonly additional_media_info?: Readonly<Record<string, unknown>>
  readonly source_status_id_str?: string
  readonly source_user_id_str?: string
  /** Number of plays of a video. */
  readonly view_count?: number
  /** Imported fields for which no member exists. */
  readonly kept?: Readonly<Record<string, unknown>>
}

/**
 * `probability` is 0 to 1. Unlike in `indices`, `end` is the index of the last code point of the text
 * (spec/v2-objects.md#entities).
 */
export interface EntityAnnotation {
  readonly start: number
  readonly end: number
  readonly probability: number
  readonly type: string
  readonly normalized_text: string
}

export interface ContextAnnotation {
  readonly domain: { readonly id: string; readonly name: string; readonly description?: string }
  readonly entity: { readonly id: string; readonly name: string; readonly description?: string }
}

export interface Poll {
  readonly id: string
  readonly options: readonly { readonly position: number; readonly label: string; readonly votes: number }[]
  readonly duration_minutes?: number
  /** Milliseconds since the Unix epoch. */
  readonly end_at?: number
  readonly voting_status?: 'open' | 'closed'
}

/** Counts that only the author of a post can read, with the names of API v2. */
export interface PrivateCounts {
  readonly impression_count?: number
  readonly retweet_count?: number
  readonly reply_count?: number
  readonly like_count?: number
  readonly url_link_clicks?: number
  readonly user_profile_clicks?: number
}

/** The location of a post. The location has its own table, so that it can be removed. */
export interface PostGeo {
  readonly coordinates?: { readonly long: number; readonly lat: number }
  readonly place?: Place
}

/** A place in the v1.1 format. */
export interface Place {
  readonly id: string
  readonly url?: string
  readonly place_type: string
  readonly name: string
  readonly full_name: string
  readonly country_code: string
  readonly country: string
  readonly contained_within?: readonly unknown[]
  readonly bounding_box?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
}
