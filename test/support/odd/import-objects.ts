/** Makes objects for imports that have every part that imports store. */
import { TEXT, WHOLE_GEO, wholeContent } from './bases.ts'

const { hashtags, symbols, urls, media = [] } = wholeContent()

const MEDIA = media.map(({ kept, ...medium }) => ({ ...medium, ...kept, id: 5 }))

/** A v1.1 post. */
export const V11 = {
  created_at: 'Wed Aug 12 10:00:00 +0000 2020',
  text: TEXT,
  truncated: false,
  display_text_range: [0, 32],
  entities: {
    hashtags,
    symbols,
    urls,
    user_mentions: [{ id: 11, id_str: '11', screen_name: 'ann', name: 'Ann', indices: [13, 17] }],
    media: MEDIA,
    polls: [{ options: [{ position: 1, text: 'yes' }] }],
  },
  extended_entities: { media: MEDIA },
  source: '<a href="https://app.example" rel="nofollow">An app</a>',
  in_reply_to_user_id_str: '11',
  in_reply_to_screen_name: 'ann',
  coordinates: { type: 'Point', coordinates: [13.4, 52.5] },
  geo: { type: 'Point', coordinates: [52.5, 13.4] },
  place: WHOLE_GEO.place,
  quoted_status_permalink: { url: 'https://t.co/q', expanded: 'https://q.example', display: 'q.example' },
  retweet_count: 1,
  favorite_count: 2,
  non_public_metrics: { impression_count: 3 },
  possibly_sensitive: true,
  lang: 'en',
  card_uri: 'card://9',
  withheld_in_countries: ['DE'],
  scopes: { followers: false },
  user: {
    id: 12,
    name: 'Ben',
    screen_name: 'ben',
    location: 'here',
    description: 'see https://t.co/p',
    url: 'https://t.co/u',
    entities: {
      url: { urls: [{ url: 'https://t.co/u', expanded_url: 'https://u.example', indices: [0, 14] }] },
      description: { urls: [{ url: 'https://t.co/p', expanded_url: 'https://p.example', indices: [4, 18] }] },
    },
    protected: false,
    listed_count: 3,
    created_at: 'Mon Jan 02 10:00:00 +0000 2012',
    verified: true,
    profile_link_color: '1DA1F2',
    profile_image_url_https: 'https://img.example/a_normal.jpg',
    profile_banner_url: 'https://img.example/b',
    withheld_in_countries: ['FR'],
  },
}

/** A v2 response. */
export const V2 = {
  data: {
    text: TEXT,
    created_at: '2020-08-12T10:00:00.000Z',
    in_reply_to_user_id: '11',
    conversation_id: '77',
    referenced_tweets: [{ type: 'replied_to', id: '77' }],
    attachments: { media_keys: ['7_5'], poll_ids: ['9'] },
    geo: { place_id: 'abc', coordinates: { type: 'Point', coordinates: [13.4, 52.5] } },
    entities: {
      hashtags: [{ start: 4, end: 8, tag: 'owl' }],
      cashtags: [{ start: 9, end: 12, tag: 'AV' }],
      mentions: [{ start: 13, end: 17, username: 'ann' }],
      urls: [
        {
          ...{ start: 18, end: 32, url: 'https://t.co/a', expanded_url: 'https://a.example/' },
          ...{ display_url: 'a.example', unwound_url: 'https://b.example', status: 200, title: 'b' },
          ...{ description: 'c', images: [{ url: 'https://b.example/1.jpg', width: 1, height: 2 }] },
        },
        {
          ...{
            start: 33,
            end: 47,
            url: 'https://t.co/m',
            expanded_url: 'https://twitter.com/ann/status/1/video/1',
          },
          display_url: 'pic.twitter.com/m',
        },
      ],
      annotations: [{ start: 5, end: 7, probability: 0.5, type: 'Other', normalized_text: 'owl' }],
    },
    context_annotations: [{ domain: { id: '66', name: 'Interests' }, entity: { id: '1', name: 'Owls' } }],
    withheld: { copyright: true, country_codes: ['DE'], scope: 'tweet' },
    public_metrics: { retweet_count: 1, reply_count: 2, like_count: 3, quote_count: 4 },
    non_public_metrics: { impression_count: 9, url_link_clicks: 1, user_profile_clicks: 2 },
    organic_metrics: { impression_count: 5, retweet_count: 1, reply_count: 2, like_count: 3 },
    promoted_metrics: { impression_count: 4 },
    possibly_sensitive: false,
    lang: 'en',
    source: 'An app',
  },
  includes: {
    users: [{ id: '11', username: 'ann', name: 'Ann', description: '', public_metrics: { listed_count: 1 } }],
    media: [
      {
        ...{
          media_key: '7_5',
          type: 'video',
          preview_image_url: 'https://p.example/5.jpg',
          duration_ms: 1_000,
        },
        ...{ width: 3, height: 4, public_metrics: { view_count: 8 } },
        variants: [{ bit_rate: 1, content_type: 'video/mp4', url: 'https://p.example/5.mp4' }],
      },
    ],
    places: [
      {
        ...{
          id: 'abc',
          full_name: 'Berlin, Germany',
          name: 'Berlin',
          country: 'Germany',
          country_code: 'DE',
        },
        geo: { type: 'Feature', bbox: [13, 52, 14, 53], properties: {} },
      },
    ],
    polls: [
      {
        ...{ id: '9', options: [{ position: 1, label: 'yes', votes: 2 }], voting_status: 'closed' },
        ...{ duration_minutes: 60, end_datetime: '2020-08-12T11:00:00.000Z' },
      },
    ],
  },
}
