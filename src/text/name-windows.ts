/**
 * Finds windows, which are the parts of a text that can contain domain names. The search for URLs skips all other
 * parts of the text. A window ends where a domain name can end, and contains at most as many labels as DNS allows.
 */
import type { Span } from './index-units.ts'

/** The patterns that find windows. */
export interface NamePatterns {
  /** The end of a domain name: a dot and a top-level domain. It has the flag `g`. */
  readonly nameEnd: RegExp
  /** A sequence of characters that domain names can contain, including dots. It has the flag `g`. */
  readonly nameRun: RegExp
  /** A character that can be at the beginning and at the end of a label. */
  readonly labelCharacter: RegExp
  /** Maximum number of labels in a domain name. */
  readonly maxLabels: number
}

const MAX_SCHEME_LENGTH = 'https://'.length

/** The scheme before a domain name; no other text before the name is a part of the URL. */
const SCHEME_END = /https?:\/\/$/i

/**
 * The windows, in order and without overlaps. URLs begin in the windows, and their domain names end in the windows.
 * Each window begins at the start of the text, or at a character that cannot be a part of a label. The end is
 * exclusive, and the window includes one character after a domain name.
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

/**
 * The offset at which a search must begin to find every URL whose domain name ends at `dot`.
 * @param done end of the previous window
 */
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
