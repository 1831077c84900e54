/** `aviary backup`, `aviary restore` and `aviary verify`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { restore } from '../../db/maintenance/restore.ts'
import { addressOf } from '../../db/open.ts'
import { sizeOf } from '../../files/lines.ts'
import { KEY_FILE } from '../../key-file.ts'
import { systemClock, systemRandom } from '../../lib/time/clock.ts'
import { shownItem } from '../../log/failed-items-shown.ts'
import { backupLines, verificationLines } from '../../transfers/backups/backup-output.ts'
import { MEDIA_DIRECTORY, makeBackup } from '../../transfers/backups/make-backup.ts'
import { startVerification } from '../../verify/thread.ts'
import { FAILED } from '../exit-codes.ts'
import type { Streams } from '../output.ts'
import type { Progress } from '../progress.ts'
import { action, type Invocation, standardCommand } from '../run.ts'
import { interruptible } from '../signals.ts'

/** Settings of commands that do not migrate the database. */
const SETTINGS = ['data', 'database', 'key'] as const

export function backupCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'backup',
    'Back up a consistent snapshot of the database, the key and the media into one file. A server may be running.',
    SETTINGS,
  )
    .summary('Back up database, key and media into one file.')
    .argument('<file>', 'File to create, a gzipped tar (.tar.gz); it must not exist yet')
    .action(action<Record<string, unknown>, [string]>(streams, exit, runBackup))
}

async function runBackup({ config, output }: Invocation, _options: unknown, file: string): Promise<void> {
  let bar: Progress | undefined
  try {
    const report = await interruptible((signal) =>
      makeBackup(config, file, {
        countFirst: !output.isJson,
        onRows: (rows, of) => {
          bar ??= output.progress(of, 'rows')
          bar.to(rows)
        },
        signal,
      }),
    )
    bar?.end()
    const { bytes, rows, head, version, mediaFiles, holdsKey } = report
    output.result(
      {
        ...{ file, bytes, rows, media_files: mediaFiles, has_key: holdsKey },
        ...{ log_position: head, schema_version: version },
      },
      backupLines(file, report),
    )
  } finally {
    bar?.end()
  }
}

export function restoreCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'restore',
    'Restore a backup into an empty data directory or an empty PostgreSQL database. A backup of SQLite can go into PostgreSQL and the reverse. A failed restore changes nothing.',
    SETTINGS,
  )
    .summary('Restore a backup into an empty directory or database.')
    .argument('<file>', 'A file written by "aviary backup"')
    .action(action<Record<string, unknown>, [string]>(streams, exit, runRestore))
}

async function runRestore({ config, output }: Invocation, _options: unknown, file: string): Promise<void> {
  const bar = output.progress(sizeOf(file), 'bytes')
  try {
    const report = await interruptible((signal) =>
      restore({
        address: addressOf(config),
        file,
        data: config.data,
        keyFile: join(config.data, KEY_FILE),
        mediaDirectory: join(config.data, MEDIA_DIRECTORY),
        now: systemClock.now(),
        nonce: systemRandom(6).toString('hex'),
        onBytes: (bytes) => bar.to(bytes),
        signal,
      }),
    )
    bar.end()
    const { rows, mediaFiles, madeAt, version, restoredKey } = report
    const facts = { file, made_at: madeAt, rows, media_files: mediaFiles, has_key: restoredKey }
    output.result({ ...facts, schema_version: version }, [
      `Restored ${rows} rows and ${mediaFiles} media files of ${madeAt} into ${placeOf(config)}.`,
      restoredKey
        ? `The key is in ${join(config.data, KEY_FILE)}.`
        : 'The backup contains no key, because the key came from a setting: set the same key with --key or AVIARY_KEY.',
      `Next: aviary serve${flagsOf(config)}`,
    ])
  } finally {
    bar.end()
  }
}

export function verifyCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'verify',
    'Check the data for corruption and for inconsistencies between tables. Changes nothing. The exit code is 1 when something is corrupt. A server may be running.',
    SETTINGS,
  )
    .summary('Check the data for corruption.')
    .action(action<Record<string, unknown>, []>(streams, exit, runVerify))
}

async function runVerify({ config, output }: Invocation): Promise<number | undefined> {
  let bar: Progress | undefined
  const verification = startVerification(config, (done, of) => {
    bar ??= output.progress(of, 'checks')
    bar.to(done)
  })
  try {
    const report = await verification.report
    bar?.end()
    const { ok, engine, version, faults, failedItems, checked } = report
    const counts = Object.fromEntries(
      Object.entries(checked).map(([name, count]) => [name.replaceAll(/[^a-z0-9]+/gi, '_'), count]),
    )
    const failed = { failed_items: failedItems.map(shownItem) }
    const facts = { ok, engine, schema_version: version, faults, ...failed, counts }
    output.result(facts, verificationLines(report))
    return ok ? undefined : FAILED
  } finally {
    bar?.end()
    await verification.stop()
  }
}

function placeOf(config: Config): string {
  return config.database === '' ? config.data : 'PostgreSQL'
}

/**
 * Flags with which another command uses the restored data directory or database. The output shows such a
 * command. A database URL is left out, because it may contain a password.
 */
function flagsOf(config: Config): string {
  const data = existsSync(config.data) ? ` --data ${config.data}` : ''
  return config.database === '' ? data : `${data} --database …`
}
