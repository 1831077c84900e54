/** Generates contents of direct messages for property tests. */
import type { LinkedMedia, MessageContent } from '../../../src/domain/messages/content.ts'
import { trickyText } from '../posts/arbitraries.ts'
import * as fc from '../properties.ts'

const digits = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
const indices = fc.tuple(fc.nat(), fc.nat())

function few<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(item, { minLength: 1, maxLength: 3 })
}

const SIZE = { w: 4, h: 3, resize: 'fit' } as const

const media = fc.record(
  {
    id_str: digits,
    media_url_https: fc.constantFrom('/media/1.jpg', 'https://ton.example.org/1.jpg'),
    url: trickyText,
    display_url: trickyText,
    expanded_url: trickyText,
    type: fc.constantFrom('photo', 'video', 'animated_gif'),
    sizes: fc.constant({ thumb: SIZE, small: SIZE, medium: SIZE, large: SIZE }),
    video_info: fc.record(
      {
        aspect_ratio: fc.constant([4, 3]),
        duration_millis: fc.nat(),
        variants: fc.constant([{ bitrate: 0, content_type: 'video/mp4', url: '/media/1.mp4' }]),
      },
      { requiredKeys: ['aspect_ratio', 'variants'] },
    ),
  },
  {
    requiredKeys: [
      ...(['id_str', 'media_url_https', 'url', 'display_url', 'expanded_url', 'type', 'sizes'] as const),
    ],
  },
) as fc.Arbitrary<LinkedMedia>

const location = fc.constantFrom(
  {
    type: 'shared_coordinate',
    shared_coordinate: { coordinates: { type: 'Point', coordinates: [1.5, -2] } },
  },
  { type: 'shared_place', shared_place: { place: { id: 'a' } } },
)

const option = fc.record(
  { label: trickyText, description: trickyText, metadata: trickyText },
  { requiredKeys: ['label'] },
)

/** Content with every member that a message may have. */
export const messageContent = fc.record(
  {
    text: trickyText,
    hashtags: few(fc.record({ text: trickyText, indices })),
    symbols: few(fc.record({ text: trickyText, indices })),
    user_mentions: few(fc.record({ screen_name: trickyText, name: trickyText, id_str: digits, indices })),
    urls: few(fc.record({ url: trickyText, expanded_url: trickyText, display_url: trickyText, indices })),
    quick_reply: fc.record({ type: fc.constant('options'), options: few(option) }),
    quick_reply_response: fc.record(
      { type: fc.constant('options'), metadata: trickyText },
      { requiredKeys: ['type'] },
    ),
    ctas: few(
      fc.record({ type: fc.constant('web_url'), label: trickyText, url: trickyText, tco_url: trickyText }),
    ),
    attachment: fc.oneof(
      fc.record({ type: fc.constant('media'), media, indices }),
      fc.record({ type: fc.constant('location'), location }),
    ),
    initiated_via: fc.record({ tweet_id: digits, welcome_message_id: digits }, { requiredKeys: [] }),
    custom_profile_id: digits,
  },
  { requiredKeys: ['text'] },
) as fc.Arbitrary<MessageContent>
