/** Nonces of a process that counts by itself, from one start to the next. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Context } from '../domain/context.ts'
import { endOfSecond } from '../lib/time/clock.ts'
import type { AheadNonces } from './ahead-nonces.ts'
import { MemoryNonceStore } from './memory-nonces.ts'
import { secondOfStart } from './second-of-start.ts'

export interface NoncesFound {
  readonly context: Pick<Context, 'clock' | 'random'>
  /** Where a clean stop leaves them. */
  readonly file: string
  /** Whether the database was made in this start. */
  readonly isNew: boolean
  /** As {@link secondOfStart} takes it. */
  readonly formerUntil: number
  /** Of fingerprints, as `ahead` has them. */
  readonly key: Buffer
  readonly ahead: AheadNonces
}

/**
 * Takes over what the last server has left: all it knew after a clean stop. After a crash what is stamped before this
 * start is refused, and what was stamped ahead is known.
 */
export async function restoreNonces({
  context,
  file,
  isNew,
  formerUntil,
  key,
  ahead,
}: NoncesFound): Promise<MemoryNonceStore> {
  const { clock, random } = context
  const left = existsSync(file) ? readFileSync(file) : undefined
  const restored = left && MemoryNonceStore.fromBytes(left, { clock, random })
  // Used once; and found empty by the next start if this server does not stop in order.
  writeFileSync(file, '', { mode: 0o600 })
  if (restored !== undefined) return restored
  const nonces = new MemoryNonceStore({ clock, random: () => key })
  if (isNew) return nonces
  // A server has crashed, perhaps in this very second: whoever signs in the next one was not there before.
  if (left !== undefined) await endOfSecond()
  // Of what was used before a crash only that is known which was stamped ahead. Without a file this may be a restored
  // backup, whose leases say nothing of how long the server ran.
  nonces.refuseBefore(secondOfStart(clock, left === undefined ? Number.POSITIVE_INFINITY : formerUntil))
  for (const { nonce, second: stamped } of await ahead.all()) {
    nonces.remember(stamped, Number(BigInt.asUintN(32, nonce >> 32n)), Number(BigInt.asUintN(32, nonce)))
  }
  return nonces
}
