/**
 * Makes an archive of v1.1 posts of January and February 2021 with real texts: plain posts, posts with
 * media, replies, quotes and reposts.
 */
import { idAt, type Person, type Post, postObject } from '../support/network.ts'
import { realTexts } from '../support/texts.ts'

const DAYS = 60
const START = Date.UTC(2021, 0, 1)
const DAY_MS = 86_400_000

/** Every seventh post replies to, quotes or reposts the post before it. */
const REFERENCE_STEP = 7
/**
 * Every third post has media, unless it refers to another post. This step and {@link REFERENCE_STEP} have no
 * common divisor, so that some posts with media are referenced.
 */
const MEDIA_STEP = 3

/** Options that select the whole time of the archive. */
export const TIMES = ['--start-time', '2021-01-01', '--end-time', '2021-03-02'] as const

const authors: readonly Person[] = Array.from({ length: 50 }, (_, index) => ({
  id: String(7_000 + index),
  name: `archive_${index}`,
}))

/** Matches every post of the archive. */
export const QUERY = authors.map(({ name }) => `from:${name}`).join(' OR ')

type Members = Record<string, unknown>

/** The objects, oldest first. */
export function archive(count: number): readonly Members[] {
  const texts = realTexts()
  const posts: Post[] = []
  const objects: Members[] = []
  for (let index = 0; index < count; index += 1) {
    const at = START + Math.floor((index * DAYS * DAY_MS) / count)
    const author = authors[(index * 31) % authors.length] as Person
    const post = { id: idAt(at), text: texts[index % texts.length] ?? '', author, at }
    const [before, object] = [posts.at(-1), objects.at(-1)]
    posts.push(post)
    if (before === undefined || object === undefined || index % REFERENCE_STEP !== 0)
      objects.push({ ...withProfile(post), ...(index % MEDIA_STEP === 0 ? mediaOf(post, index) : {}) })
    else objects.push(referring(post, index / REFERENCE_STEP, before, object))
  }
  return objects
}

/**
 * A post whose author has a description and a picture. Without them, an export and a response would differ:
 * an export always writes the description, and leaves out a default picture.
 */
function withProfile(post: Post): Members {
  const { name } = post.author
  const profile = {
    description: `the archive of ${name}`,
    profile_image_url_https: `https://pbs.twimg.com/profile_images/${name}_normal.jpg`,
  }
  const object = postObject(post)
  return { ...object, user: { ...(object['user'] as object), ...profile } }
}

/**
 * A post that refers to the post before it. The post before it has no reference.
 * @param object the object of the post before it
 */
function referring(post: Post, number: number, before: Post, object: Members): Members {
  const reply = {
    in_reply_to_status_id_str: before.id,
    in_reply_to_user_id_str: before.author.id,
    in_reply_to_screen_name: before.author.name,
  }
  const quote = { is_quote_status: true, quoted_status_id_str: before.id, quoted_status: object }
  const repost = { full_text: `RT @${before.author.name}: ${before.text}`, retweeted_status: object }
  const kinds = [reply, quote, repost]
  return { ...withProfile(post), ...kinds[number % kinds.length] }
}

/** A photo with an alternative text, or a video, as the last entity of the text. */
function mediaOf({ id, text, author }: Post, index: number): Members {
  const link = `https://t.co/${String(index).padStart(10, 'm')}`
  const start = [...text].length + 1
  const file = `https://pbs.twimg.com/media/archive_${index}.jpg`
  const sizes = {
    thumb: { w: 150, h: 150, resize: 'crop' },
    large: { w: 1_200, h: 800, resize: 'fit' },
  }
  const picture = {
    id_str: String(BigInt(id) + 1n),
    indices: [start, start + link.length],
    url: link,
    display_url: link.replace('https://t.co', 'pic.twitter.com'),
    expanded_url: `https://twitter.com/${author.name}/status/${id}/photo/1`,
    media_url: file.replace('https', 'http'),
    media_url_https: file,
    type: 'photo',
    sizes,
  }
  const video = {
    ...picture,
    type: 'video',
    video_info: {
      aspect_ratio: [3, 2],
      duration_millis: 12_000 + index,
      variants: [
        { content_type: 'application/x-mpegURL', url: `https://video.twimg.com/archive_${index}.m3u8` },
        { bitrate: 832_000, content_type: 'video/mp4', url: `https://video.twimg.com/archive_${index}.mp4` },
      ],
    },
  }
  const medium = index % 2 === 0 ? { ...picture, ext_alt_text: `picture ${index}` } : video
  return {
    full_text: `${text} ${link}`,
    display_text_range: [0, start - 1],
    entities: { media: [picture] },
    extended_entities: { media: [medium] },
  }
}
