/** Defines a file in the archive of a user, and makes files with texts and lists. */
import type { Piece } from '../file.ts'

export interface ArchiveFile {
  /** Path below the root of the archive, with slashes. */
  readonly path: string
  /** True if the content is already compressed, for example a picture. */
  readonly isDense: boolean
  /** Opens the content. Returns undefined if the file was deleted after the list of files was made. */
  open(): Promise<AsyncIterable<Piece> | undefined>
}

/** A file with a short text. */
export function textFile(path: string, text: string): ArchiveFile {
  return { path, isDense: false, open: async () => once(text) }
}

async function* once(text: string): AsyncGenerator<Piece> {
  yield text
}

/**
 * A list, written as an assignment to a variable (spec/archives.md#archive-files).
 * @param kind name of the file, such as `protected-history`
 * @param read returns the elements; the function is called each time the file is read
 */
export function listFile(kind: string, read: () => AsyncIterable<readonly object[]>): ArchiveFile {
  const variable = `window.YTD.${kind.replaceAll('-', '_')}.part0`
  return { path: `data/${kind}.js`, isDense: false, open: async () => listOf(variable, read()) }
}

async function* listOf(variable: string, batches: AsyncIterable<readonly object[]>): AsyncGenerator<Piece> {
  yield `${variable} = [`
  let separator = '\n'
  for await (const elements of batches) {
    let text = ''
    for (const element of elements) {
      text += `${separator}${JSON.stringify(element)}`
      separator = ',\n'
    }
    if (text !== '') yield text
  }
  yield '\n]\n'
}

/** A list of few elements, which are kept in memory. */
export function shortList(kind: string, elements: readonly object[]): ArchiveFile {
  return listFile(kind, async function* read() {
    yield elements
  })
}

/** The last part of a URL, without the query. It is the name of a file on this server. */
export function lastPartOf(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  return path.slice(path.lastIndexOf('/') + 1)
}
