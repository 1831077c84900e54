/** Compares schema texts without regard to formatting. */

/**
 * Matches a token: a string, a quoted name, a word, a number or another character. Whitespace between tokens
 * has no meaning.
 */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|[^\s\w$]/g

/**
 * Tokens of a schema statement, independent of whitespace, name quoting and letter case, which differ between SQLite
 * versions. String literals stay unchanged.
 */
export function meaningOf(statement: string): readonly string[] {
  return (statement.match(TOKEN) ?? []).map(wordOf)
}

function wordOf(token: string): string {
  if (token.startsWith("'")) return token
  const name = token.startsWith('"') && token.length > 1 ? token.slice(1, -1).replaceAll('""', '"') : token
  return name.toLowerCase()
}

/** Maximum number of tokens of a difference that a message shows. */
const SHOWN = 6

/** The first tokens that differ; undefined when both statements are equal. */
export function differenceOf(expected: string, found: string): string | undefined {
  const meant = meaningOf(expected)
  const said = meaningOf(found)
  const at = meant.findIndex((word, index) => word !== said[index])
  if (at < 0 && said.length === meant.length) return undefined
  const from = at < 0 ? meant.length : at
  return said.slice(from, from + SHOWN).join(' ')
}
