/**
 * The facts of generated public posts (public-forms.ts), and the same facts of exported posts, for comparisons. A repost
 * has the text, the entities and the counts of its original.
 */
import { v11Date } from '../../../src/formats/v1.1/date.ts'
import { isoSecond } from '../../../src/lib/time/iso-time.ts'
import { type PublicPost, placeOfLast, SHORT_LINK } from './public-forms.ts'

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members => (value ?? {}) as Members
const listOf = (value: unknown): readonly Members[] => (value ?? []) as readonly Members[]

/** The given members of an object. */
function some(value: unknown, ...names: readonly string[]): readonly unknown[] {
  return names.map((name) => membersOf(value)[name])
}

/** The facts of a generated post that its v1.1 object has. */
export function expectedV1(post: PublicPost): Members {
  const { id, second, authorId, username, other } = post
  const isRepost = other?.as === 'repost'
  return {
    ...{ id, date: v11Date(second * 1_000), author: [authorId, username, username] },
    ...(isRepost ? { repost: expectedV1(other.post) } : contentOfV1(post)),
    ...(other?.as === 'quote' ? { quote: expectedV1(other.post) } : {}),
  }
}

function contentOfV1(post: PublicPost): Members {
  const { id, text, likes, retweets, hashtags, mention, other, link, photo } = post
  const place = placeOfLast(text)
  const reply = other?.as === 'reply' ? other.post : undefined
  const address = `https://twitter.com/a/status/${photo}/photo/1`
  const file = `https://pbs.twimg.com/media/${photo}.jpg`
  return {
    ...{ text, counts: [likes, retweets], lang: 'en', source: '<a href="http://a.example">A</a>' },
    reply: reply === undefined ? [null, null, null] : [reply.id, reply.authorId, reply.username],
    quoted: other?.as === 'quote' ? other.post.id : undefined,
    hashtags: hashtags.map((tag) => [tag, [0, tag.length + 1]]),
    mentions: mention === undefined ? [] : [[mention.authorId, mention.username, mention.username, place]],
    links: link === undefined ? [] : [[SHORT_LINK, link, link.slice('https://'.length), place]],
    media:
      photo === undefined
        ? []
        : [[id, 'photo', SHORT_LINK, address.replace('https', 'http'), file, place, 640, 480]],
  }
}

/** The same facts of an exported v1.1 object. */
export function v1Facts(value: unknown): Members {
  const post = membersOf(value)
  const [repost, quote] = [post['retweeted_status'], post['quoted_status']]
  return {
    ...{ id: post['id_str'], date: post['created_at'] },
    author: some(post['user'], 'id_str', 'screen_name', 'name'),
    ...(repost === undefined ? shownContentOfV1(post) : { repost: v1Facts(repost) }),
    ...(quote === undefined || repost !== undefined ? {} : { quote: v1Facts(quote) }),
  }
}

function shownContentOfV1(post: Members): Members {
  const { hashtags, user_mentions, urls } = membersOf(post['entities'])
  return {
    ...{ text: post['full_text'], counts: some(post, 'favorite_count', 'retweet_count') },
    ...{ lang: post['lang'], source: post['source'], quoted: post['quoted_status_id_str'] },
    reply: some(post, 'in_reply_to_status_id_str', 'in_reply_to_user_id_str', 'in_reply_to_screen_name'),
    hashtags: listOf(hashtags).map((tag) => some(tag, 'text', 'indices')),
    mentions: listOf(user_mentions).map((user) => some(user, 'id_str', 'screen_name', 'name', 'indices')),
    links: listOf(urls).map((url) => some(url, 'url', 'expanded_url', 'display_url', 'indices')),
    media: listOf(membersOf(post['extended_entities'])['media']).map((medium) => [
      ...some(medium, 'id_str', 'type', 'url', 'expanded_url', 'media_url_https', 'indices'),
      ...some(membersOf(medium['sizes'])['large'], 'w', 'h'),
    ]),
  }
}

/** The facts of a generated post that its object of API v2 has. */
export function expectedV2(post: PublicPost): Members {
  const { id, text, second, authorId, username, likes, retweets, replies, quotes, other } = post
  const { hashtags, mention, link, photo } = post
  const [start, end] = placeOfLast(text)
  const isReply = other?.as === 'reply'
  const target = photo === undefined ? link : `https://twitter.com/a/status/${photo}/photo/1`
  const type = { reply: 'replied_to', quote: 'quoted', repost: 'retweeted' } as const
  return {
    ...{ id, date: isoSecond(second * 1_000), author: [authorId, username, username] },
    others: other === undefined ? [] : [[type[other.as], other.post.id]],
    ...(other?.as === 'repost'
      ? {}
      : {
          ...{ text, counts: [likes, retweets, replies, quotes], lang: 'en', source: 'A' },
          ...{ sensitive: false, settings: 'everyone', conversation: isReply ? other.post.id : id },
          answered: isReply ? other.post.authorId : undefined,
          hashtags: hashtags.map((tag) => [tag, 0, tag.length + 1]),
          mentions: mention === undefined ? [] : [[mention.authorId, mention.username, start, end]],
          links: target === undefined ? [] : [[SHORT_LINK, target, start, end]],
          media:
            photo === undefined
              ? []
              : [[`3_${photo}`, 'photo', `https://pbs.twimg.com/media/${photo}.jpg`, 640, 480]],
        }),
  }
}

/** The same facts of an exported line of API v2. */
export function v2Facts(line: unknown): Members {
  const post = membersOf(membersOf(line)['data'])
  const { users, media } = membersOf(membersOf(line)['includes'])
  const others = listOf(post['referenced_tweets'])
  const { hashtags, mentions, urls } = membersOf(post['entities'])
  const keys = (membersOf(post['attachments'])['media_keys'] ?? []) as readonly unknown[]
  const author = listOf(users).find((user) => user['id'] === post['author_id'])
  const shown = {
    ...{ text: post['text'], lang: post['lang'], source: post['source'] },
    counts: some(post['public_metrics'], 'like_count', 'retweet_count', 'reply_count', 'quote_count'),
    ...{ sensitive: post['possibly_sensitive'], settings: post['reply_settings'] },
    ...{ conversation: post['conversation_id'], answered: post['in_reply_to_user_id'] },
    hashtags: listOf(hashtags).map((tag) => some(tag, 'tag', 'start', 'end')),
    mentions: listOf(mentions).map((user) => some(user, 'id', 'username', 'start', 'end')),
    links: listOf(urls).map((url) => some(url, 'url', 'expanded_url', 'start', 'end')),
    media: keys.map((key) =>
      some(
        listOf(media).find((medium) => medium['media_key'] === key),
        ...['media_key', 'type', 'url', 'width', 'height'],
      ),
    ),
  }
  return {
    ...{ id: post['id'], date: post['created_at'], author: some(author, 'id', 'username', 'name') },
    others: others.map((other) => some(other, 'type', 'id')),
    ...(others.some((other) => other['type'] === 'retweeted') ? {} : shown),
  }
}
