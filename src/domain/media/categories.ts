/** Values of `media_category` and their rules (spec/media.md#categories-and-sizes). */
import type { MediaType } from './facts.ts'

const CATEGORIES = {
  tweet_image: { types: ['photo', 'animated_gif'], for: 'post' },
  tweet_gif: { types: ['animated_gif', 'photo'], for: 'post' },
  tweet_video: { types: ['video'], for: 'post' },
  amplify_video: { types: ['video'], for: 'post' },
  dm_image: { types: ['photo', 'animated_gif'], for: 'message' },
  dm_gif: { types: ['animated_gif', 'photo'], for: 'message' },
  dm_video: { types: ['video'], for: 'message' },
  profile_image: { types: ['photo', 'animated_gif'], for: 'profile' },
  banner_image: { types: ['photo', 'animated_gif'], for: 'profile' },
  subtitles: { types: ['subtitles'], for: 'nothing' },
} as const satisfies Record<
  string,
  { types: readonly MediaType[]; for: 'post' | 'message' | 'profile' | 'nothing' }
>

export type Category = keyof typeof CATEGORIES | ''

/**
 * The category with a name. Letter case is ignored, because clients also send `TweetImage`. An empty name
 * means no category.
 * @returns undefined for an unknown category
 */
export function categoryOf(name: string): Category | undefined {
  if (name === '') return ''
  const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  return Object.hasOwn(CATEGORIES, plain) ? (plain as Category) : undefined
}

/** True if the detected type is allowed for the category. */
export function mayBe(category: string, type: MediaType): boolean {
  const known = CATEGORIES[category as Exclude<Category, ''>] as { types: readonly MediaType[] } | undefined
  return known === undefined ? type !== 'subtitles' : known.types.includes(type)
}

export function isForPosts(category: string): boolean {
  return isFor(category, 'post')
}

export function isForMessages(category: string): boolean {
  return isFor(category, 'message')
}

function isFor(category: string, use: 'post' | 'message'): boolean {
  return category === '' || CATEGORIES[category as Exclude<Category, ''>]?.for === use
}
