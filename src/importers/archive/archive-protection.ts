/**
 * Reads from `protected-history.js` whether the account of an archive was protected
 * (spec/archives.md#protected-account).
 */

import { assignedValuesOf } from '../../files/json-values.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { fieldsOf, InvalidItem, textIn } from '../json-fields.ts'
import { innerOf } from './archive-owner.ts'
import type { ArchivePart } from './archive-part.ts'
import type { ArchiveTally } from './archive-tally.ts'
import { protectionInMonths } from './grailbird.ts'

/** `unknown` if no change is recorded. The history covers the last six months. */
export type Protection = 'protected' | 'public' | 'unknown'

/**
 * The protection of the account after the last change in the history. If no change is recorded, the posts in the months
 * of an old archive decide. An unreadable history counts as protected, because a post that was published by mistake
 * cannot become private again.
 * @param tally receives the name of an unreadable history
 */
export async function protectionOf(
  parts: readonly ArchivePart[],
  tally: Pick<ArchiveTally, 'fault'>,
): Promise<Protection> {
  let last: Change | undefined
  let isInvalid = false
  for (const part of parts.filter(({ treatment }) => treatment === 'protection')) {
    try {
      for await (const lines of assignedValuesOf(part)) {
        for (const { text } of lines) {
          const change = changeIn(text)
          if (change === undefined) {
            isInvalid = true
            continue
          }
          const isLater = last === undefined || change.at > last.at
          const isSafer = change.at === last?.at && change.protection === 'protected'
          if (isLater || isSafer) last = change
        }
      }
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      tally.fault(part, error)
      isInvalid = true
    }
  }
  if (isInvalid) return 'protected'
  return last?.protection ?? (await protectionInMonths(parts)) ?? 'unknown'
}

interface Change {
  readonly at: number
  readonly protection: Protection
}

function changeIn(text: string): Change | undefined {
  try {
    const change = innerOf(fieldsOf(text), 'protectedHistory')
    const at = readIsoTime(textIn(change, 'protectedAt') ?? '')
    const action = textIn(change, 'action')
    if (at === undefined || (action !== 'Protect' && action !== 'Unprotect')) return undefined
    return { at, protection: action === 'Protect' ? 'protected' : 'public' }
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}
