/**
 * Converts word queries into the full-text queries of the engines. Words have only letters and digits, so they need no
 * escapes in quotes.
 */
import type { ExactWords } from '../../filter/exact-words.ts'
import type { WordQuery } from '../../filter/search-words.ts'
import type { WordCodec } from './word-codec.ts'

interface QuerySyntax {
  readonly and: string
  readonly or: string
  readonly without: string
  readonly quote: string
}

const QUERY_SYNTAX: Readonly<Record<'sqlite' | 'postgres', QuerySyntax>> = {
  sqlite: { and: ' AND ', or: ' OR ', without: ' NOT ', quote: '"' },
  postgres: { and: ' & ', or: ' | ', without: ' & !', quote: "'" },
}

/** The query in the syntax of an engine. */
export function matchExpressionOf(
  words: WordQuery | ExactWords,
  codec: WordCodec,
  engine: 'sqlite' | 'postgres',
): string {
  return written(words, codec, QUERY_SYNTAX[engine])
}

function written(words: WordQuery | ExactWords, codec: WordCodec, syntax: QuerySyntax): string {
  const { quote } = syntax
  if (words.kind === 'word') return quote + codec.encode(words.word) + quote
  const items = words.items.map((item) => written(item, codec, syntax))
  return `(${items.join(syntax[words.kind])})`
}
