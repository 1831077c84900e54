/** Makes a post, a profile and a message that have every part that the database can store. */
import type { PostContent, PostGeo } from '../../../src/domain/posts/content.ts'

export const TEXT = 'odd #owl $AV @ann https://t.co/a https://t.co/m'

const LINK = { url: 'https://t.co/a', expanded_url: 'https://a.example/', display_url: 'a.example' }

/** @param word last word of the text */
export function wholeContent(word = ''): PostContent {
  return {
    kept: { scopes: { followers: false }, withheld_copyright: true, entities: { polls: [{ options: [] }] } },
    text: word === '' ? TEXT : `${TEXT} ${word}`,
    hashtags: [{ text: 'owl', indices: [4, 8] }],
    symbols: [{ text: 'AV', indices: [9, 12] }],
    user_mentions: [{ screen_name: 'ann', name: 'Ann', id_str: '11', indices: [13, 17] }],
    urls: [
      {
        ...LINK,
        indices: [18, 32],
        unwound: {
          url: 'https://b.example/',
          status: 200,
          title: 'b',
          description: 'c',
          images: [{ url: 'https://b.example/1.jpg', width: 1, height: 2 }],
        },
      },
    ],
    media: [
      {
        id_str: '5',
        type: 'video',
        indices: [33, 47],
        url: 'https://t.co/m',
        display_url: 'pic.twitter.com/m',
        expanded_url: 'https://twitter.com/ann/status/1/video/1',
        media_url_https: '/media/5.jpg',
        media_url: 'http://pbs.example/5.jpg',
        sizes: { small: { w: 3, h: 4, resize: 'fit' } },
        ext_alt_text: 'a bird',
        video_info: {
          aspect_ratio: [3, 4],
          duration_millis: 1_000,
          variants: [{ bitrate: 1, content_type: 'video/mp4', url: '/media/5.mp4' }],
        },
        additional_media_info: { monetizable: false },
        source_status_id_str: '6',
        source_user_id_str: '7',
        view_count: 8,
        kept: { original_info: { width: 3, height: 4 } },
      },
    ],
    display_text_range: [0, 32],
    source: { name: 'An app', url: 'https://app.example' },
    lang: 'en',
    possibly_sensitive: true,
    in_reply_to_screen_name: 'ann',
    quoted_status_permalink: { url: 'https://t.co/q', expanded: 'https://q.example', display: 'q.example' },
    annotations: [{ start: 5, end: 7, probability: 0.5, type: 'Other', normalized_text: 'owl' }],
    context_annotations: [
      { domain: { id: '66', name: 'Interests', description: 'd' }, entity: { id: '1', name: 'Owls' } },
    ],
    poll: {
      id: '9',
      options: [{ position: 1, label: 'yes', votes: 2 }],
      duration_minutes: 60,
      end_at: 1_600_000_000_000,
      voting_status: 'closed',
    },
    reply_settings: 'following',
    card_uri: 'card://9',
    promoted: true,
    promoted_metrics: { impression_count: 3 },
    organic_offsets: { impression_count: -3 },
  }
}

export const WHOLE_GEO: PostGeo = {
  coordinates: { long: 13.4, lat: 52.5 },
  place: {
    id: 'abc',
    url: 'https://api.twitter.com/1.1/geo/id/abc.json',
    place_type: 'city',
    name: 'Berlin',
    full_name: 'Berlin, Germany',
    country_code: 'DE',
    country: 'Germany',
    contained_within: [{ id: 'def' }],
    bounding_box: {
      type: 'Polygon',
      coordinates: [
        [
          [13, 52],
          [14, 52],
          [14, 53],
          [13, 53],
        ],
      ],
    },
    attributes: {},
  },
}

export const WHOLE_LINKS = [{ url: 'https://t.co/p', expanded_url: 'https://p.example' }]

export const WHOLE_APPEARANCE = {
  profile_link_color: '1DA1F2',
  default_profile: true,
  profile_image_url: null,
}

export const WHOLE_MESSAGE = {
  text: 'hello #owl https://t.co/a',
  hashtags: [{ text: 'owl', indices: [6, 10] }],
  symbols: [{ text: 'AV', indices: [0, 1] }],
  user_mentions: [{ screen_name: 'ann', name: 'Ann', id_str: '11', indices: [0, 4] }],
  urls: [{ ...LINK, indices: [11, 25] }],
  quick_reply: { type: 'options', options: [{ label: 'yes', description: 'd', metadata: 'm' }] },
  quick_reply_response: { type: 'options', metadata: 'm' },
  ctas: [{ type: 'web_url', label: 'go', url: 'https://a.example', tco_url: 'https://t.co/a' }],
  attachment: {
    type: 'media',
    indices: [11, 25],
    media: {
      ...LINK,
      id_str: '5',
      type: 'video',
      media_url_https: '/media/5.jpg',
      sizes: { small: { w: 3, h: 4, resize: 'fit' } },
      video_info: {
        aspect_ratio: [3, 4],
        duration_millis: 1_000,
        variants: [{ bitrate: 1, content_type: 'video/mp4', url: '/media/5.mp4' }],
      },
    },
  },
  initiated_via: { tweet_id: '3', welcome_message_id: '4' },
  custom_profile_id: '5',
}
