/** Maps positions of a folded text to the text as it was written. */
import { fold } from '../tokenise.ts'

/**
 * Characters that folding can join: a base with its marks, or a run of Hangul. Folding changes one cluster at a time.
 */
const CLUSTER = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]+|\P{M}\p{M}*|\p{M}+/gsu

/** A range of UTF-16 code units: `start` inclusive, `end` exclusive. */
export interface UnitRange {
  readonly start: number
  readonly end: number
}

export interface FoldMap {
  /** As {@link fold} returns it. */
  readonly folded: string
  /** The range of the written text that a range of the folded text came from; clusters that changed are not split. */
  writtenOf(range: UnitRange): UnitRange
}

export function foldMap(text: string): FoldMap {
  const folded = fold(text)
  const { starts, ends } = unitsOf(text)
  // The clusters do not add up to the folded text: only the whole text is a safe range.
  if (starts.length !== folded.length) return { folded, writtenOf: () => ({ start: 0, end: text.length }) }
  return {
    folded,
    writtenOf: ({ start, end }) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? 0 }),
  }
}

/** For each unit of the folded text, the written range that it came from. */
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
