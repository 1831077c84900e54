/**
 * Checks the SQLite file: header, pages, every row against every index, every reference.
 *
 * SQLite has no checksums. Instead, migrations store a second copy of every column (an index, or a more specific
 * check), so that the two copies differ after a byte in one of them is flipped. A byte that no check covers is never
 * read as data (src/verify/flipped-bytes.test.ts proves this):
 *
 * - free space: unused parts of pages, freelist pages
 * - in the file header, the schema cookie and the version number of the last writing SQLite
 * - the key of an inner page, while the key stays between its neighbours
 * - the stored type of a column that is the row id: SQLite reads the value of this column from another place
 * - equivalent encodings: letter case of SQL keywords in the schema, a row that omits trailing columns with defaults
 *
 * Frames of the write-ahead log have checksums, and SQLite ends the log at a corrupt frame. Commits after that frame
 * are then lost, and no check can detect the loss.
 */
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { once } from '../query.ts'
import { type Check, type Findings, MAX_COUNTED_FAULTS } from './check.ts'

const NAME = 'file'

export function fileCheck(file: string): Check {
  return {
    name: NAME,
    async run(snapshot, findings) {
      await checkHeader(file, findings)
      for (const { integrity_check: answer } of await snapshot.rows(integrity, {})) {
        if (answer !== 'ok') findings.fault(NAME, `SQLite says: ${answer}.`)
      }
      for (const { table, parent, rowid } of await snapshot.rows(orphans, {})) {
        findings.fault(
          NAME,
          `Row ${rowid ?? '(by key)'} of ${table} refers to a row of ${parent} that is not there.`,
        )
      }
      const pages = (await snapshot.first(pageCount, {}))?.page_count ?? 0
      findings.count('pages', pages)
    },
  }
}

const HEADER_BYTES = 100

interface FixedField {
  readonly at: number
  /** The expected bytes, in hexadecimal. */
  readonly bytes: string
  /** Other bytes that are also correct. */
  readonly or?: string
  readonly what: string
}

/** Header fields that SQLite does not check when it opens a file, and their values in Aviary's files. */
const FIXED: readonly FixedField[] = [
  { at: 0, bytes: Buffer.from('SQLite format 3\0').toString('hex'), what: 'its first words' },
  // SQLite's VACUUM INTO writes a file without WAL mode; a server switches the file to WAL mode when it opens the file.
  { at: 18, bytes: '0202', or: '0101', what: 'the versions for reading and writing' },
  { at: 20, bytes: '00', what: 'the bytes reserved on each page' },
  { at: 21, bytes: '402020', what: 'the payload fractions' },
  { at: 44, bytes: '00000004', what: 'the schema format' },
  { at: 48, bytes: '00000000', what: 'the suggested cache size' },
  { at: 52, bytes: '00000000', what: 'the largest root page' },
  { at: 56, bytes: '00000001', what: 'the text encoding' },
  { at: 60, bytes: '0000000000000000', what: 'the user version and the vacuum mode' },
  { at: 68, bytes: '00'.repeat(24), what: 'the application id and the room for later use' },
]

/** Range of the header from the schema cookie to the text encoding. These bytes are zero until the first checkpoint. */
const SCHEMA_FIELDS = [40, 60] as const
const CHANGE_COUNTER = 24
const VALID_FOR = 92
/** Number of reads before a fault is reported, because a checkpoint may be writing the page. */
const LOOKS = 3

async function checkHeader(file: string, findings: Findings): Promise<void> {
  let faults: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    faults = faultsOf(await readHeader(file))
    if (faults.length === 0) return
  }
  for (const fault of faults) findings.fault(NAME, `In the header of ${file}, ${fault} changed.`)
}

function faultsOf(header: Buffer): string[] {
  // All data is still in the write-ahead log.
  if (header.length === 0) return []
  const isFresh = header.subarray(...SCHEMA_FIELDS).every((byte) => byte === 0)
  const wrong = FIXED.filter(({ at }) => !isFresh || at < SCHEMA_FIELDS[0] || at >= SCHEMA_FIELDS[1])
    .filter(({ at, bytes, or }) => {
      const found = header.toString('hex', at, at + bytes.length / 2)
      return found !== bytes && found !== or
    })
    .map(({ what }) => what)
  const counted = header.subarray(CHANGE_COUNTER, CHANGE_COUNTER + 4)
  const isCounted = counted.equals(header.subarray(VALID_FOR, VALID_FOR + 4))
  return isCounted ? wrong : [...wrong, 'one of the two change counters']
}

async function readHeader(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const integrity = once<{ integrity_check: string }>(
  () => sql`pragma integrity_check(${sql.lit(MAX_COUNTED_FAULTS)})`,
)

const orphans = once<{ table: string; parent: string; rowid: number | null }>(
  () => sql`select "table", parent, rowid from pragma_foreign_key_check limit ${sql.lit(MAX_COUNTED_FAULTS)}`,
)

const pageCount = once<{ page_count: number }>(() => sql`pragma page_count`)
