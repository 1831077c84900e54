/**
 * Who worked in a directory before, when it is certain that it has ended.
 *
 *   lock ─▶ who wrote its name here under this lock? ─▶ what it held is free ─▶ write the own name
 *
 * The proof of an end is the lock alone, which the system takes back from a process that ends and from no other; a session
 * of a database that is gone proves nothing, for its process may live. So a name counts only when it was written in this
 * run of the system, under the lock of this very file: a copy of the directory, on another machine or beside it, inherits
 * nothing.
 */
import { readFileSync, renameSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock } from '../files/file-lock.ts'

const LOCK_FILE = 'courier.lock'
const NAME_FILE = 'courier'

/** Linux has a new one for every start of the system; elsewhere nothing is inherited. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id'

/** Linux's numbers of file systems of this machine, of which no network takes a lock away: ext4, XFS, Btrfs, ZFS, F2FS,
 * bcachefs; tmpfs, overlay. */
const LOCAL: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e],
  ...[0x01021994, 0x794c7630],
])

export interface Succession {
  /** The name of one that has ended, and held what it held until then; undefined when there is none that is known. */
  readonly predecessor: string | undefined
  /** Makes the own name known to whoever comes after; to be called when what the predecessor held is free. Never throws. */
  settle(): void
  /** Lets another come while this process lives: nothing is held any more. */
  end(): void
}

/** Of one who neither comes after anybody nor is followed. */
export const NO_SUCCESSION: Succession = {
  predecessor: undefined,
  settle: () => undefined,
  end: () => undefined,
}

/**
 * Comes after whoever worked in a directory before; after nobody when somebody works there, or the directory does not
 * allow it. Never throws.
 * @param name of the caller, without spaces, and nobody's else ever
 */
export function succeed(directory: string, name: string, bootFile = BOOT_FILE): Succession {
  try {
    const boot = readFileSync(bootFile, 'utf8').trim()
    if (!LOCAL.has(statfsSync(directory).type)) return NO_SUCCESSION
    const lockFile = join(directory, LOCK_FILE)
    const giveBack = takeFileLock(lockFile)
    if (giveBack === undefined) return NO_SUCCESSION
    const { dev, ino } = statSync(lockFile, { bigint: true })
    const place = `${boot} ${dev}:${ino}`
    const file = join(directory, NAME_FILE)
    return {
      predecessor: nameIn(file, place),
      settle: () => write(file, `${place} ${name}\n`),
      end: giveBack,
    }
  } catch {
    // A folder that cannot be written: a successor waits as if there were nobody before.
    return NO_SUCCESSION
  }
}

function nameIn(file: string, place: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return text.startsWith(`${place} `) ? text.slice(place.length + 1).trim() : undefined
  } catch {
    // No file, or none that can be read: there was nobody before.
    return undefined
  }
}

/** What was written before stays when it fails, and stays true. */
function write(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // Whoever comes after waits as if there were nobody before.
  }
}
