/** Defines the options of an import of files. */
import type { FallbackEncoding } from '../../files/decode.ts'
import type { ArchiveReport } from '../archive/archive-report.ts'
import type { GraphOptions } from '../graph/edge-value.ts'
import type { StoredKind, TableOptions } from '../items.ts'
import type { RejectFile } from '../rejects.ts'
import type { ImportInput } from './inputs.ts'
import type { StatisticsCollector } from './statistics.ts'

export interface ImportFilesOptions {
  /** The data directory; the reject file is written there. */
  readonly data: string
  readonly stdin: AsyncIterable<Buffer>
  /** Imports only this kind; rejects values of other kinds. */
  readonly only?: StoredKind | undefined
  /** True to store nothing. */
  readonly isDryRun?: boolean
  readonly encoding?: FallbackEncoding | undefined
  /** Path of the reject file; by default a path in the data directory. */
  readonly rejects?: string | undefined
  /**
   * Publishes new posts to streams and webhooks as if they had just been written. `rate` is the maximum number of posts
   * per second.
   */
  readonly live?: { readonly rate: number } | undefined
  readonly table?: TableOptions
  /** Direction and order of follows. */
  readonly graph?: GraphOptions
  /** Collects statistics of posts, including posts that an earlier, interrupted run stored. */
  readonly statistics?: StatisticsCollector | undefined
  /**
   * Files of at least this total size in bytes are read in a thread, if there are several processors; for
   * tests and benchmarks.
   */
  readonly minThreadBytes?: number
  /** Posts and follows of at least this total size are imported in bulk; for tests and benchmarks. */
  readonly minBulkBytes?: number
  /** Called when an import in bulk has stored all items and begins to build indexes. */
  readonly onIndexing?: () => void
  /** Imports a personal archive. Its rejected objects go to the reject file of the other inputs. */
  readonly importArchive: (input: ImportInput, rejects: RejectFile) => Promise<ArchiveReport>
  /** Called once for each input, after its first values were recognised; `forms` is their most frequent form. */
  readonly onRecognised?: (input: ImportInput, forms: string) => void
  /** Called with the number of bytes that were processed, over all inputs. */
  readonly onBytes?: (bytes: number) => void
}
