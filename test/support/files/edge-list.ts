/** Makes files of follow edges for imports, and reads the edges of a database. */
import { readFile, writeFile } from 'node:fs/promises'

const FOLLOWERS = 9_100_000_000_000_000_000n
const FOLLOWEES = 9_200_000_000_000_000_000n
const FOLLOWERS_EACH = 500
/**
 * A step that is coprime to the numbers of edges in tests. With this step, the lines are not sorted by id.
 */
const STRIDE = 7_919

/** Makes distinct edges, one per line, not sorted by id. The ids need 64 bits. */
export function edgeLines(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const edge = from + ((index * STRIDE) % count)
    const follower = FOLLOWERS + BigInt(edge % FOLLOWERS_EACH)
    return `${follower} ${FOLLOWEES + BigInt(Math.floor(edge / FOLLOWERS_EACH))}`
  })
}

/** The user whom the followers in the edges from 0 to 499 of {@link edgeLines} follow. */
export const FIRST_FOLLOWEE = FOLLOWEES

export async function writeLines(file: string, lines: readonly string[]): Promise<string> {
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

/** The edges of an exported file, in the order of the file. */
export async function linesIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
