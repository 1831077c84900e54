/** The index of words for users/search: the words of each user's names, in lower case. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'

/** Maximum number of indexed words of a user. */
const MAX_WORDS_PER_USER = 12
/** Maximum length of a word in code points; longer words are truncated. */
const MAX_WORD_LENGTH = 32

/** The distinct words of a text, as the index stores them. */
export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))]
}

export interface NamedUser {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
}

/**
 * Adds the words of users to the index. If a name has changed, the caller must first remove the words of the old name.
 */
export async function addUserWords(tx: Tx, users: readonly NamedUser[]): Promise<void> {
  const rows = users.flatMap(({ id, screenName, name }) =>
    wordsOf(`${screenName} ${name}`)
      .slice(0, MAX_WORDS_PER_USER)
      .map((word) => [word, id] as const),
  )
  await insertWords(
    tx,
    rows.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Removes the words of a user from the index. */
export async function removeUserWords(tx: Tx, userId: bigint): Promise<void> {
  await tx.run(deleteWords, { user: userId })
}

const insertWords = bulk({ word: 'text', user_id: 'integer' }, (k, rows) =>
  k
    .insertInto('user_words')
    .columns(['word', 'user_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

// Uses the index user_words_user.
const deleteWords = query<{ user: bigint }>()((k, p) =>
  k.deleteFrom('user_words').where('user_id', '=', p('user')),
)
