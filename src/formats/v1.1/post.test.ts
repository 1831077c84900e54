import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type RecordedPost, shownAs } from '../../../test/support/posts/recorded.ts'
import { NO_PROFILE } from '../../domain/accounts/profile.ts'
import type { PostContent } from '../../domain/posts/content.ts'
import { NO_COUNTS, type Post } from '../../domain/posts/post.ts'
import { UNMARKED } from '../../domain/posts/read/viewer-marks.ts'
import { type PostView, postObject, type ShownPost } from './post.ts'

const VIEW: PostView = {
  mode: 'compat',
  includeEntities: true,
  includeAltText: false,
  includeCardUri: false,
  includeMyRepost: false,
  trimUser: true,
  origin: 'https://aviary.example',
  defaultPicture: null,
}

function fixture<Line>(name: string): Line[] {
  const lines = readFileSync(`test/fixtures/posts-v1/${name}.jsonl`, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
}

/**
 * The object without the user, because recorded users are incomplete, and without the last field, which depends on the
 * viewer.
 */
function withoutUser(object: Record<string, unknown>): Record<string, unknown> {
  const { user: _user, possibly_sensitive_appealable: _appealable, ...rest } = object
  for (const inner of ['retweeted_status', 'quoted_status']) {
    const post = rest[inner]
    if (post !== undefined) rest[inner] = withoutUser(post as Record<string, unknown>)
  }
  return rest
}

function rendered(shown: ShownPost, view: Partial<PostView> = {}): Record<string, unknown> {
  return JSON.parse(JSON.stringify(postObject(shown, { ...VIEW, ...view }))) as Record<string, unknown>
}

describe('spec/posts.md#post-object: recorded posts are rendered with the recorded keys and values', () => {
  for (const { kind, post } of fixture<{ kind: string; post: RecordedPost }>('recorded')) {
    test(kind, () => {
      const mine = withoutUser(rendered(shownAs(post)))
      const theirs = withoutUser(post as unknown as Record<string, unknown>)
      assert.equal(JSON.stringify(mine, null, 1), JSON.stringify(theirs, null, 1))
    })
  }
})

interface LongPost {
  readonly id_str: string
  readonly text: string
  readonly entities: RecordedPost['entities']
  readonly whole: Pick<RecordedPost, 'full_text' | 'display_text_range' | 'entities' | 'extended_entities'>
}

describe('spec/posts.md#compat-mode: recorded long posts are truncated as recorded', () => {
  const [plain] = fixture<{ post: RecordedPost }>('recorded')
  for (const long of fixture<LongPost>('long')) {
    test(long.id_str, () => {
      assert.ok(plain !== undefined)
      const { entities, extended_entities, ...text } = long.whole
      const { retweeted_status: _, ...single } = plain.post
      const whole: RecordedPost = { ...single, ...text, id_str: long.id_str, truncated: false, entities }
      const shown = shownAs(extended_entities === undefined ? whole : { ...whole, extended_entities })
      const cut = rendered(shown) as unknown as RecordedPost
      // The link to the complete post differs from the recorded link, so the test replaces it.
      const slug = (recorded: string) => recorded.replace(/https:\/\/t\.co\/\w{10}$/, 'https://t.co/…')
      assert.equal(slug(cut.text ?? ''), slug(long.text))
      assert.equal(cut.truncated, true)
      const places = ({ entities }: { entities: RecordedPost['entities'] }) =>
        [entities.urls, entities.hashtags, entities.user_mentions].map((list) =>
          list.map(({ indices }) => indices),
        )
      assert.deepEqual(places(cut), places(long))
      assert.equal(cut.entities.urls.at(-1)?.expanded_url, `https://twitter.com/i/web/status/${long.id_str}`)
      const extended = rendered(shown, { mode: 'extended' }) as unknown as RecordedPost
      assert.equal(extended.full_text, long.whole.full_text)
      assert.deepEqual(extended.display_text_range, long.whole.display_text_range)
      assert.equal(extended.truncated, false)
    })
  }
})

function shownOf(content: Partial<PostContent>, post: Partial<Post> = {}): ShownPost {
  return {
    post: {
      id: 2n ** 62n + 1n,
      authorId: 7n,
      createdAt: 0,
      initialId: 2n ** 62n + 1n,
      latestId: 2n ** 62n + 1n,
      inReplyToPostId: null,
      inReplyToUserId: null,
      quotedId: null,
      repostedId: null,
      conversationId: 2n ** 62n + 1n,
      content: { text: 'a', ...content },
      geo: undefined,
      counts: NO_COUNTS,
      droppedAt: null,
      hiddenAt: null,
      withheldInCountries: [],
      ...post,
    },
    author: {
      id: 7n,
      screenName: 'a',
      name: 'A',
      createdAt: 0,
      isProtected: false,
      suspendedAt: null,
      deactivatedAt: null,
      withheldInCountries: [],
      followersCount: 0,
      friendsCount: 0,
      statusesCount: 0,
      favouritesCount: 0,
      membershipsCount: 0,
      profile: NO_PROFILE,
    },
    relation: null,
    marks: UNMARKED,
  }
}

describe('spec/posts.md#post-object: conditional fields', () => {
  test('a link has `unwound` and `entities` have `polls` if the import had them', () => {
    const unwound = { url: 'https://b.example/', status: 200, title: 'b' }
    const polls = [{ options: [{ position: 1, text: 'yes' }] }]
    const urls = [{ url: 'u', expanded_url: 'e', display_url: 'd', indices: [0, 1] as const, unwound }]
    const { entities } = rendered(shownOf({ urls, kept: { entities: { polls } } })) as {
      entities: { urls: { unwound: unknown }[]; polls: unknown }
    }
    assert.deepEqual([entities.urls[0]?.unwound, entities.polls], [unwound, polls])
  })
  test('media without a recorded link get a link that never changes', () => {
    const media = (id_str: string): NonNullable<PostContent['media']> => [
      {
        ...{ id_str, type: 'photo', indices: [1, 1], url: '', display_url: '', expanded_url: '' },
        ...{ media_url_https: 'https://p.example/1.jpg', sizes: {} },
      },
    ]
    const linkOf = (id: string) =>
      (
        rendered(shownOf({ media: media(id) })) as {
          entities: { media: { url: string; display_url: string }[] }
        }
      ).entities.media[0]
    assert.match(linkOf('5')?.url ?? '', /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
    assert.match(linkOf('5')?.display_url ?? '', /^pic\.twitter\.com\/[A-Za-z0-9]{10}$/)
    assert.deepEqual(linkOf('5'), linkOf('5'))
    assert.notEqual(linkOf('5')?.url, linkOf('6')?.url)
  })
  test('ids have all digits', () => {
    assert.match(JSON.stringify(postObject(shownOf({}), VIEW)), /"id":4611686018427387905,/)
  })

  test('in a text `&`, `<` and `>` are escaped, and nothing else', () => {
    assert.equal(rendered(shownOf({ text: `<a href="x"> & 'b'` }))['text'], `&lt;a href="x"&gt; &amp; 'b'`)
  })

  test('with tweet_mode=extended there are full_text and display_text_range instead of text', () => {
    const { full_text, display_text_range, text } = rendered(shownOf({ text: 'a & b' }), { mode: 'extended' })
    assert.deepEqual([full_text, display_text_range, text], ['a &amp; b', [0, 9], undefined])
  })

  test('possibly_sensitive exists only if the post has a link or media', () => {
    assert.ok(!('possibly_sensitive' in rendered(shownOf({ possibly_sensitive: true }))))
    const urls = [{ url: 'u', expanded_url: 'e', display_url: 'd', indices: [0, 1] as const }]
    assert.equal(rendered(shownOf({ urls }))['possibly_sensitive'], false)
    assert.equal(rendered(shownOf({ urls, possibly_sensitive: true }))['possibly_sensitive'], true)
  })

  test('withheld_in_countries, withheld_copyright, withheld_scope and scopes exist only if they have a value', () => {
    const keys = Object.keys(rendered(shownOf({})))
    assert.ok(!keys.some((key) => key.startsWith('withheld') || key === 'scopes'))
    const kept = { scopes: { followers: false }, withheld_copyright: true }
    const withheld = rendered(shownOf({ kept }, { withheldInCountries: ['DE'] }))
    assert.deepEqual(
      [withheld['withheld_in_countries'], withheld['withheld_scope'], withheld['withheld_copyright']],
      [['DE'], 'status', true],
    )
    assert.deepEqual(withheld['scopes'], { followers: false })
  })

  test('include_my_retweet adds the viewer’s repost', () => {
    const shown = { ...shownOf({}), marks: { liked: false, reposted: 9n } }
    assert.deepEqual(rendered(shown, { includeMyRepost: true })['current_user_retweet'], {
      id: 9,
      id_str: '9',
    })
    assert.ok(!('current_user_retweet' in rendered(shown)))
  })

  test('include_card_uri adds the URI of a card', () => {
    assert.ok(!('card_uri' in rendered(shownOf({ card_uri: 'card://1' }))))
    assert.equal(
      rendered(shownOf({ card_uri: 'card://1' }), { includeCardUri: true })['card_uri'],
      'card://1',
    )
  })

  test('geo has the latitude first, and coordinates has the longitude first', () => {
    const { geo, coordinates } = rendered(shownOf({}, { geo: { coordinates: { lat: 1.5, long: -2 } } }))
    assert.deepEqual(geo, { type: 'Point', coordinates: [1.5, -2] })
    assert.deepEqual(coordinates, { type: 'Point', coordinates: [-2, 1.5] })
  })

  test('media of this server have absolute URLs, and ext_alt_text exists only on request', () => {
    const media = [
      {
        id_str: '5',
        type: 'video' as const,
        indices: [0, 1] as const,
        url: 'u',
        display_url: 'd',
        expanded_url: 'e',
        media_url_https: '/media/5.jpg',
        sizes: {},
        ext_alt_text: 'words',
        video_info: { variants: [{ content_type: 'video/mp4', url: '/media/5.mp4' }] },
      },
    ]
    const { entities, extended_entities } = rendered(shownOf({ media }), { includeAltText: true }) as {
      entities: { media: Record<string, unknown>[] }
      extended_entities: { media: Record<string, unknown>[] }
    }
    const [plain] = entities.media
    assert.equal(plain?.['type'], 'photo')
    assert.equal(plain?.['media_url_https'], 'https://aviary.example/media/5.jpg')
    assert.ok(!('video_info' in (plain ?? {})))
    const [extended] = extended_entities.media
    assert.equal(extended?.['type'], 'video')
    assert.deepEqual(extended?.['video_info'], {
      variants: [{ content_type: 'video/mp4', url: 'https://aviary.example/media/5.mp4' }],
    })
    assert.equal(extended?.['ext_alt_text'], 'words')
    assert.ok(!JSON.stringify(rendered(shownOf({ media }))).includes('ext_alt_text'))
  })

  test('include_entities=false leaves entities out', () => {
    const keys = Object.keys(rendered(shownOf({}), { includeEntities: false }))
    assert.ok(!keys.includes('entities') && !keys.includes('extended_entities'))
  })

  test('a quote of a hidden post still has the id of the hidden post', () => {
    const { is_quote_status, quoted_status_id_str, quoted_status } = rendered(shownOf({}, { quotedId: 3n }))
    assert.deepEqual([is_quote_status, quoted_status_id_str, quoted_status], [true, '3', undefined])
  })
})
