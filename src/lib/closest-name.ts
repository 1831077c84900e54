/** Finds the name that a misspelled name probably means. */

/**
 * The name in `names` that is most similar to `word`. The two may differ in one character, or in up to
 * a third of the characters of the name; undefined if no name is so similar. Hyphens and underscores are
 * treated as equal.
 */
export function closestName(word: string, names: readonly string[]): string | undefined {
  const meant = word.toLowerCase().replaceAll('-', '_')
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(meant.slice(0, 100), name) }))
    .toSorted((a, b) => a.distance - b.distance)
  if (nearest === undefined) return undefined
  return nearest.distance <= Math.max(1, Math.floor(nearest.name.length / 3)) ? nearest.name : undefined
}

/** Levenshtein distance: the number of characters to insert, remove or replace. */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + Number(letter !== other)
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1))
    }
    above = line
  }
  return above.at(-1) ?? 0
}
