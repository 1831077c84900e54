/** GET help/configuration: limits that clients requested once a day (spec/v1-streams-and-lists.md#help). */
import { Type } from 'typebox'
import { MAX_MESSAGE_LENGTH } from '../../../domain/messages/draft.ts'
import { URL_WEIGHT } from '../../../text/weigh.ts'
import { v11Endpoint } from '../_family.ts'

const SIZE = Type.Object(
  {
    h: Type.Integer({ description: 'Pixels.' }),
    w: Type.Integer({ description: 'Pixels.' }),
    resize: Type.Union([Type.Literal('fit'), Type.Literal('crop')]),
  },
  { title: 'PhotoSize' },
)

const CONFIGURATION = Type.Object(
  {
    characters_reserved_per_media: Type.Integer({
      description: 'Characters of a link to media, including a space.',
    }),
    dm_text_character_limit: Type.Integer({ description: 'Characters of a direct message.' }),
    max_media_per_upload: Type.Integer(),
    non_username_paths: Type.Array(Type.String(), {
      description: 'First path segments of URLs that are not screen names.',
    }),
    photo_size_limit: Type.Integer({ description: 'Bytes.' }),
    photo_sizes: Type.Object({ thumb: SIZE, small: SIZE, medium: SIZE, large: SIZE }),
    short_url_length: Type.Integer({ description: 'Characters that a link counts as.' }),
    short_url_length_https: Type.Integer({ description: 'Characters that an https link counts as.' }),
  },
  { title: 'HelpConfiguration' },
)

const PATHS = [
  'about account accounts activity all announcements anywhere api_rules api_terms apirules apps auth badges blog',
  'business buttons contacts devices direct_messages download downloads edit_announcements faq favorites',
  'find_sources find_users followers following friend_request friendrequest friends goodies help home i im_account',
  'inbox invitations invite jobs list login logo logout me mentions messages mockview newtwitter notifications',
  'nudge oauth phoenix_search positions privacy public_timeline related_tweets replies retweeted_of_mine retweets',
  'retweets_by_others rules saved_searches search sent sessions settings share signup signin similar_to statistics',
  'terms tos translate trends tweetbutton twttr update_discoverability users welcome who_to_follow widgets',
  'zendesk_auth media_signup',
]

const BODY = JSON.stringify({
  characters_reserved_per_media: URL_WEIGHT + 1,
  dm_text_character_limit: MAX_MESSAGE_LENGTH,
  max_media_per_upload: 1,
  non_username_paths: PATHS.flatMap((line) => line.split(' ')),
  photo_size_limit: 3_145_728,
  photo_sizes: {
    large: { h: 2048, resize: 'fit', w: 1024 },
    medium: { h: 1200, resize: 'fit', w: 600 },
    small: { h: 480, resize: 'fit', w: 340 },
    thumb: { h: 150, resize: 'crop', w: 150 },
  },
  short_url_length: URL_WEIGHT,
  short_url_length_https: URL_WEIGHT,
})

export const helpConfiguration = v11Endpoint({
  paths: ['/1.1/help/configuration.json'],
  summary: 'Limits of posts, messages and pictures, and reserved names.',
  params: {},
  answers: [{ schema: CONFIGURATION }],
  async handle() {
    return { status: 200, body: BODY }
  },
})
