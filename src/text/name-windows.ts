/**
 * Where in a text names may stand, so that nobody looks elsewhere. A name ends where a name may end, and has no more
 * labels than DNS allows: of a text of 10,000 characters with one name in it little is left to be searched.
 */
import type { Span } from './index-units.ts'

/** What a text is looked through with. */
export interface NamePatterns {
  /** Where a name may end: a dot and a top-level domain. With the flag `g`. */
  readonly nameEnd: RegExp
  /** As many characters as there are that may be in a name, dots too. With the flag `g`. */
  readonly nameRun: RegExp
  /** A character of which a label begins and ends. */
  readonly labelCharacter: RegExp
  /** Labels of a name, at most. */
  readonly maxLabels: number
}

const MAX_SCHEME_LENGTH = 'https://'.length

/** What stands before a name and belongs to its URL. */
const SCHEME_END = /https?:\/\/$/i

/**
 * The pieces of a text that URLs begin in, and their names end in, in order and without overlaps. Each begins where a search
 * would come by whatever is before it: at the beginning, or at a character that is none of a label. The end is exclusive
 * and leaves room for the character behind a name.
 */
export function nameWindows(text: string, patterns: NamePatterns): readonly Span[] {
  const windows: { start: number; end: number }[] = []
  const runs = text.matchAll(patterns.nameRun)
  let run = { start: 0, end: 0 }
  for (const { index: dot, 0: found } of text.matchAll(patterns.nameEnd)) {
    while (run.end <= dot) run = spanOf(runs.next().value)
    const last = windows.at(-1)
    const end = dot + found.length + 1
    const start = beginningOf(text, run.start, dot, last?.end ?? 0, patterns)
    if (last !== undefined && start < last.end) last.end = end
    else windows.push({ start, end })
  }
  return windows
}

/** Where a search has to begin to find every URL whose name ends there. @param done nothing before it is needed again */
function beginningOf(
  text: string,
  run: number,
  dot: number,
  done: number,
  { maxLabels: mostLabels, labelCharacter }: NamePatterns,
): number {
  let at = dot
  for (let labels = 0; labels < mostLabels && at >= run; labels++)
    at = at === 0 ? -1 : text.lastIndexOf('.', at - 1)
  if (at >= run) return at
  const [scheme = ''] = SCHEME_END.exec(text.slice(Math.max(0, run - MAX_SCHEME_LENGTH), run)) ?? []
  at = run - scheme.length - 1
  while (at >= done && labelCharacter.test(text.charAt(at))) at -= 1
  return Math.max(at, 0)
}

function spanOf(match: RegExpExecArray | undefined): Span {
  const start = match?.index ?? Number.POSITIVE_INFINITY
  return { start, end: start + (match?.[0].length ?? 0) }
}
