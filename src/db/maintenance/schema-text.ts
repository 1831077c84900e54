/** The texts of a schema, as far as they mean something. */

/** Texts, names in quotes, words and numbers, and signs, each by itself; what is between them means nothing. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|[^\s\w$]/g

/**
 * What a statement of a schema says, whatever spaces it has, whether names are in quotes, and in which case its words
 * are: another SQLite, or another hand, writes the same otherwise. Texts in it stay as they are.
 */
export function meaningOf(statement: string): readonly string[] {
  return (statement.match(TOKEN) ?? []).map(wordOf)
}

function wordOf(token: string): string {
  if (token.startsWith("'")) return token
  const name = token.startsWith('"') && token.length > 1 ? token.slice(1, -1).replaceAll('""', '"') : token
  return name.toLowerCase()
}

/** Words that a message shows of a place where statements differ. */
const SHOWN = 6

/** Where a statement begins to say something else; undefined when both say the same. */
export function differenceOf(expected: string, found: string): string | undefined {
  const meant = meaningOf(expected)
  const said = meaningOf(found)
  const at = meant.findIndex((word, index) => word !== said[index])
  if (at < 0 && said.length === meant.length) return undefined
  const from = at < 0 ? meant.length : at
  return said.slice(from, from + SHOWN).join(' ')
}
