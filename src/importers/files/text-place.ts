/** Defines the place of a file or member in an input. Objects of some forms need another file in the same folder. */
import { createReadStream, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UnpackedText } from '../../files/containers.ts'
import type { SiblingReader } from '../../files/siblings.ts'

export interface TextPlace {
  /** Path of the file, or of the member in its container. */
  readonly path: string
  readonly sibling: SiblingReader
}

/** @param file path of the input; empty for standard input */
export function textPlaceOf(file: string, { name, sibling = noSibling }: UnpackedText): TextPlace {
  return name === '' ? { path: file, sibling: siblingsOnDisk(file) } : { path: name, sibling }
}

const noSibling: SiblingReader = () => undefined

function siblingsOnDisk(path: string): SiblingReader {
  return (name) => {
    const other = join(dirname(path), name)
    const stats = path === '' ? undefined : statSync(other, { throwIfNoEntry: false })
    return stats?.isFile() === true ? (createReadStream(other) as AsyncIterable<Buffer>) : undefined
  }
}
