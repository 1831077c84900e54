/** The table of languages of the library `eld`, in a form for the bundle that takes less memory and time to load. */

/** Scores of an n-gram by the number of a language. */
type Scores = Readonly<Record<string, number>>

export interface LanguageTable {
  readonly ngrams: Readonly<Record<string, Scores>>
}

/**
 * The text of a module with the same table. The library only reads the scores, so that n-grams with equal scores share one object:
 * each has room for 60 languages. As JSON, because V8 compiles an object literal of this size for 0.3 s and keeps its description.
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
