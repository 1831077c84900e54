/**
 * Recognises forms whose values are neither read nor shown: direct messages, and parts of personal archives among other
 * values. A single element of an archive does not show whether its post is private. A file that is a whole archive is
 * imported as an archive instead (spec/file-recognition.md#classes-of-json-values).
 */
import type { ValueForm } from '../items.ts'
import { isFields } from './list-items.ts'
import { DIRECT_MESSAGES } from './messages.ts'

/** An archive that is one object. */
const ARCHIVE_OBJECT: ValueForm = {
  name: 'whole archive as one object',
  matches: ({ account, tweets, tweet }) =>
    Array.isArray(account) && (Array.isArray(tweets) || Array.isArray(tweet)),
  items: () => [{ kind: 'held-back', name: 'whole archives; give each as a file of its own', count: 1 }],
}

/** Names of fields that contain an element from a file of an archive. */
const WRAPPERS: ReadonlySet<string> = new Set(
  `tweet noteTweet like follower following blocking muting dmConversation account profile deletedTweet
  screenNameChange protectedHistory`.split(/\s+/),
)

/** An element from a file of an archive. */
const ARCHIVE_ELEMENT: ValueForm = {
  name: 'element of an archive',
  matches: (fields) => {
    const [first, ...others] = Object.entries(fields)
    return first !== undefined && others.length === 0 && WRAPPERS.has(first[0]) && isFields(first[1])
  },
  items: () => [{ kind: 'held-back', name: 'elements of archives; give the whole archive', count: 1 }],
}

/** Forms of private values. The first form that matches a value holds the value back. */
export const HELD_BACK: readonly ValueForm[] = [DIRECT_MESSAGES, ARCHIVE_OBJECT, ARCHIVE_ELEMENT]
