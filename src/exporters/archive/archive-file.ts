/** Files of a member's archive. */
import type { Piece } from '../file.ts'

export interface ArchiveFile {
  /** With slashes, below the root of the archive. */
  readonly path: string
  /** True for bytes that are compressed already, such as pictures. */
  readonly isDense: boolean
  /** The content; undefined if it was deleted meanwhile. */
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
 * A list, in the form of an assignment (spec/archives.md#archive-files).
 * @param kind name of the file, such as `protected-history`
 * @param read called for each reading of the file
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

/** A list of few elements. */
export function shortList(kind: string, elements: readonly object[]): ArchiveFile {
  return listFile(kind, async function* read() {
    yield elements
  })
}

/** The last part of an address, without its query: the name of a file of this server. */
export function lastPartOf(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  return path.slice(path.lastIndexOf('/') + 1)
}
