/** What `media_category` may say, and what follows from it (spec/media.md#categories-and-sizes). */
import type { MediaType } from './facts.ts'

const CATEGORIES = {
  tweet_image: { types: ['photo', 'animated_gif'], for: 'post' },
  tweet_gif: { types: ['animated_gif', 'photo'], for: 'post' },
  tweet_video: { types: ['video'], for: 'post' },
  amplify_video: { types: ['video'], for: 'post' },
  dm_image: { types: ['photo', 'animated_gif'], for: 'message' },
  dm_gif: { types: ['animated_gif', 'photo'], for: 'message' },
  dm_video: { types: ['video'], for: 'message' },
  subtitles: { types: ['subtitles'], for: 'nothing' },
} as const satisfies Record<string, { types: readonly MediaType[]; for: 'post' | 'message' | 'nothing' }>

export type Category = keyof typeof CATEGORIES | ''

/**
 * The category of that name, in any case: clients write `TweetImage` too. Empty for none.
 * @returns undefined for one that there is not
 */
export function categoryOf(name: string): Category | undefined {
  if (name === '') return ''
  const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  return Object.hasOwn(CATEGORIES, plain) ? (plain as Category) : undefined
}

/** Whether what was found out of the bytes is what the category is for. */
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
