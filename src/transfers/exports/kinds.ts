/**
 * The kinds of exports that the console offers. The kinds are in a separate file, so that a server loads the
 * exporters only when an export is started.
 */

export const EXPORT_KINDS = ['posts', 'users', 'follows'] as const

export type ExportKind = (typeof EXPORT_KINDS)[number]
export type Compression = 'none' | 'gz' | 'zst'

/** Thrown for a format that the kind does not have, and for a compression or `note_tweet` that the format lacks. */
export class ExportInvalid extends Error {
  override readonly name = 'ExportInvalid'
  readonly field: 'format' | 'compression' | 'note_tweet'

  constructor(field: ExportInvalid['field'], message: string) {
    super(message)
    this.field = field
  }
}
