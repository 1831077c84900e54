/** Converts phrases of `track` to terms of the rule engine (spec/v1-streams-and-lists.md#match-of-track). */
import type { Expression, Term, TermMeaning } from '../../filter/ast.ts'
import { fold, tokenise } from '../../filter/tokenise.ts'

/** A phrase: a post matches when it contains all words of the phrase. */
export interface TrackPhrase {
  /** Phrases that match the same posts have the same key. */
  readonly key: string
  readonly expression: Expression
}

/**
 * The position of a phrase in a rule. Positions are used only in messages about errors, and a phrase has no errors.
 */
const SPAN = { start: 0, end: 0 } as const

/** Reads a phrase; undefined when the phrase contains no word. */
export function trackPhrase(text: string): TrackPhrase | undefined {
  const terms = new Map<string, Term>()
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const meaning = meaningOf(fold(word))
    terms.set(JSON.stringify(meaning), { ...meaning, span: SPAN })
  }
  const [first, ...others] = terms.values()
  if (first === undefined) return undefined
  const key = [...terms.keys()].toSorted().join()
  if (others.length === 0) return { key, expression: first }
  return { key, expression: { kind: 'and', items: [first, ...others], span: SPAN } }
}

/** A word with punctuation inside is one term: a matching post must have the whole word or the whole link. */
function meaningOf(word: string): TermMeaning {
  const [sign, rest] = [word.slice(0, 1), word.slice(1)]
  const isName = rest !== '' && isOneWord(rest)
  if (isName && sign === '#') return { kind: 'hashtag', tag: rest }
  if (isName && sign === '$') return { kind: 'hashtag', tag: word }
  if (isName && sign === '@') return { kind: 'mention', name: rest }
  if (!isOneWord(word)) return { kind: 'entity', name: word }
  const tokens = tokenise(word)
  const [token = ''] = tokens
  // A word in a script without spaces, such as Japanese, is several tokens.
  return tokens.length === 1 ? { kind: 'keyword', token, isQuoted: true } : { kind: 'phrase', tokens }
}

/** True for a folded word without punctuation, whose tokens together are the whole word. */
function isOneWord(word: string): boolean {
  return tokenise(word).join('') === word
}
