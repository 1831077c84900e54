/**
 * Converts the table of languages of the library `eld` to a form for the bundle that needs less memory and
 * loads faster.
 */

/** Scores of an n-gram by the number of a language. */
type Scores = Readonly<Record<string, number>>

export interface LanguageTable {
  readonly ngrams: Readonly<Record<string, Scores>>
}

/**
 * The text of a module with the same table. N-grams with equal scores share one object, because V8 reserves space
 * for 60 languages in each object. Sharing is safe, because the library only reads the scores. The table is JSON,
 * because V8 needs 0.3 s to compile an object literal of this size, and keeps a description of the literal in memory.
 */
export function languageModule({ ngrams, ...rest }: LanguageTable): string {
  const groups = new Map<string, { readonly scores: Scores; readonly names: string[] }>()
  for (const [name, scores] of Object.entries(ngrams)) {
    const key = JSON.stringify(scores)
    const group = groups.get(key) ?? { scores, names: [] }
    group.names.push(name)
    groups.set(key, group)
  }
  const table = { ...rest, groups: Array.from(groups.values(), ({ scores, names }) => [scores, names]) }
  return `const { groups, ...rest } = JSON.parse(${JSON.stringify(JSON.stringify(table))})
const ngrams = {}
for (const [scores, names] of groups) for (const name of names) ngrams[name] = scores
export const ngramsData = { ...rest, ngrams }
`
}
