/** Reads the former names of the owner of a personal archive: `screen-name-change.js`. */
import { type FormerName, MAX_FORMER_NAMES } from '../../domain/accounts/names/former-names.ts'
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { untilFault } from './archive-element.ts'
import type { ElementCounts } from './archive-manifest.ts'
import type { ArchivePart } from './archive-part.ts'
import { elementOf, isFields } from './archive-screen.ts'
import type { ArchiveTally } from './archive-tally.ts'

/**
 * The former names, in the order of the file.
 * @param tally counts invalid elements and names beyond {@link MAX_FORMER_NAMES}; receives the names of unreadable
 *   files
 */
export async function formerNamesIn(
  parts: readonly ArchivePart[],
  tally: ArchiveTally,
  counts: ElementCounts,
): Promise<readonly FormerName[]> {
  const names: FormerName[] = []
  for (const part of parts.filter(({ treatment }) => treatment === 'names')) {
    for await (const lines of untilFault(part, tally)) {
      counts.add(part, lines.length)
      for (const { text } of lines) {
        const name = nameIn(text)
        if (name === undefined || names.length >= MAX_FORMER_NAMES) tally.countNotKept(part.kind, 1)
        else names.push(name)
      }
    }
  }
  return names
}

/** The former name in an element. The change is the only field of the element, or is next to the account id. */
function nameIn(text: string): FormerName | undefined {
  const outer = elementOf(text)?.['screenNameChange']
  const inner = isFields(outer) ? (outer['screenNameChange'] ?? outer) : undefined
  if (!isFields(inner)) return undefined
  const { changedAt, changedFrom } = inner
  const time = typeof changedAt === 'string' ? readIsoTime(changedAt) : undefined
  const isName = typeof changedFrom === 'string' && SCREEN_NAME_PATTERN.test(changedFrom)
  return time === undefined || !isName ? undefined : { changedAt: time, screenName: changedFrom }
}
