/** Maps positions in a folded text (normalized, in lower case) to positions in the original text. */
import { fold } from '../tokenise.ts'

/**
 * A cluster is a group of characters that folding can join, such as a base with its marks, or a sequence of Hangul.
 * Folding changes each cluster separately.
 */
const CLUSTER = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]+|\P{M}\p{M}*|\p{M}+/gsu

/** A range of UTF-16 code units: `start` is inclusive, `end` is exclusive. */
export interface UnitRange {
  readonly start: number
  readonly end: number
}

export interface FoldMap {
  /** The result of {@link fold} for the text. */
  readonly folded: string
  /**
   * The range of the original text for a range of the folded text. A cluster is not split if folding changed its
   * length.
   */
  writtenOf(range: UnitRange): UnitRange
}

export function foldMap(text: string): FoldMap {
  const folded = fold(text)
  const { starts, ends } = unitsOf(text)
  // If the folded clusters together differ from the folded text, only the range of the whole text is known.
  if (starts.length !== folded.length) return { folded, writtenOf: () => ({ start: 0, end: text.length }) }
  return {
    folded,
    writtenOf: ({ start, end }) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? 0 }),
  }
}

/** For each code unit of the folded text: the range of the original text that it comes from. */
function unitsOf(text: string): { readonly starts: number[]; readonly ends: number[] } {
  const [starts, ends]: [number[], number[]] = [[], []]
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const { length } = fold(cluster)
    const isSplit = length === cluster.length
    for (let unit = 0; unit < length; unit += 1) {
      starts.push(isSplit ? index + unit : index)
      ends.push(isSplit ? index + unit + 1 : index + cluster.length)
    }
  }
  return { starts, ends }
}
