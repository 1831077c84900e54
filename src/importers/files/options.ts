/** Options of an import of files. */
import type { FallbackEncoding } from '../../files/decode.ts'
import type { ArchiveReport } from '../archive/archive-report.ts'
import type { GraphOptions } from '../graph/edge-value.ts'
import type { StoredKind, TableOptions } from '../items.ts'
import type { RejectFile } from '../rejects.ts'
import type { ImportInput } from './inputs.ts'
import type { StatisticsCollector } from './statistics.ts'

export interface ImportFilesOptions {
  /** The data directory, for the reject file. */
  readonly data: string
  readonly stdin: AsyncIterable<Buffer>
  /** Imports this kind only; values of others are rejected. */
  readonly only?: StoredKind | undefined
  /** Stores nothing. */
  readonly isDryRun?: boolean
  readonly encoding?: FallbackEncoding | undefined
  /** Path of the reject file, instead of one in the data directory. */
  readonly rejects?: string | undefined
  /** Publishes new posts to streams and webhooks as if they were just written; `rate` is the maximum per second. */
  readonly live?: { readonly rate: number } | undefined
  readonly table?: TableOptions
  /** Direction and order of follows. */
  readonly graph?: GraphOptions
  /** Collects statistics of posts, also of those that an earlier, interrupted run stored. */
  readonly statistics?: StatisticsCollector | undefined
  /** Minimum bytes of files that are read in a thread, if there are several processors; for tests and benches. */
  readonly minThreadBytes?: number
  /** Minimum bytes of files whose posts and follows are imported in bulk; for tests and benches. */
  readonly minBulkBytes?: number
  /** Called when an import in bulk has stored everything and begins to build indexes. */
  readonly onIndexing?: () => void
  /** Imports a personal archive, whose rejected objects are in the same file as those of other inputs. */
  readonly importArchive: (input: ImportInput, rejects: RejectFile) => Promise<ArchiveReport>
  /** Called once per input, when its first values are recognised. */
  readonly onRecognised?: (input: ImportInput, forms: string) => void
  /** Called with the number of processed bytes of all inputs. */
  readonly onBytes?: (bytes: number) => void
}
