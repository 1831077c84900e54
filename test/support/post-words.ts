/** The words of a post, as they are told. */
import type { FilterPost } from '../../src/filter/post.ts'
import { tellWords } from '../../src/filter/search-words.ts'
import { tokenise } from '../../src/filter/tokenise.ts'

export function wordsOfPost(post: FilterPost): ReadonlySet<string> {
  const words = new Set<string>()
  tellWords(post, {
    add: (prefix, rest) => words.add(prefix + rest),
    addTokens(prefix, text) {
      for (const token of tokenise(text)) words.add(prefix + token)
    },
  })
  return words
}
