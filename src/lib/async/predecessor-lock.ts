/**
 * Identifies the previous process of a data directory, when that process has certainly ended.
 *
 *   lock ─▶ read the name written under this lock ─▶ free what that process held ─▶ write the own name
 *
 * Only the file lock proves that a process has ended: the system releases the lock of an ended process and of no
 * other. A database session that is gone proves nothing, because its process may still run. A name counts only when
 * it was written since the system booted and under the lock of this very file, so a copy of the directory, on this
 * machine or another, inherits nothing.
 */
import { readFileSync, renameSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock } from '../files/file-lock.ts'

const LOCK_FILE = 'courier.lock'
const NAME_FILE = 'courier'

/** Linux generates a new id at every boot; on other systems nothing is inherited. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id'

/**
 * Linux numbers of local file systems, whose locks do not depend on a network: ext4, XFS, Btrfs, ZFS, F2FS, bcachefs;
 * tmpfs, overlay.
 */
const LOCAL: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e],
  ...[0x01021994, 0x794c7630],
])

export interface PredecessorLock {
  /** Name of the previous process, which has ended; undefined when there was none or its end is not proved. */
  readonly predecessor: string | undefined
  /**
   * Writes the own name for the next process. Call it when everything that the predecessor held is free. Never
   * throws.
   */
  publishName(): void
  /** Releases the lock; harmless when repeated. */
  release(): void
}

/** A lock that has no predecessor and leaves no name. */
export const NO_PREDECESSOR: PredecessorLock = {
  predecessor: undefined,
  publishName: () => undefined,
  release: () => undefined,
}

/**
 * Takes the lock of a directory. {@link NO_PREDECESSOR} when another process has the lock, or the directory does not
 * support locks. Never throws.
 * @param name of the caller, without spaces and never used by another process
 */
export function takePredecessorLock(directory: string, name: string, bootFile = BOOT_FILE): PredecessorLock {
  try {
    const boot = readFileSync(bootFile, 'utf8').trim()
    if (!LOCAL.has(statfsSync(directory).type)) return NO_PREDECESSOR
    const lockFile = join(directory, LOCK_FILE)
    const release = takeFileLock(lockFile)
    if (release === undefined) return NO_PREDECESSOR
    const { dev, ino } = statSync(lockFile, { bigint: true })
    const place = `${boot} ${dev}:${ino}`
    const file = join(directory, NAME_FILE)
    return {
      predecessor: nameIn(file, place),
      publishName: () => write(file, `${place} ${name}\n`),
      release: release,
    }
  } catch {
    // The directory cannot be written: the next process waits for timeouts.
    return NO_PREDECESSOR
  }
}

function nameIn(file: string, place: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return text.startsWith(`${place} `) ? text.slice(place.length + 1).trim() : undefined
  } catch {
    // No name was written, or it cannot be read.
    return undefined
  }
}

/** A failed write keeps the previous name, which is still right. */
function write(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // The next process waits for timeouts.
  }
}
