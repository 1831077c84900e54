/** Lines of a file that may be gzip and of any size, with bounded memory. */
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** Thrown when a file cannot be read to its end. What was read before is good. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

/** Characters of a line; longer ones are cut here and given as they are, to be rejected. */
export const LINE_LONGEST = 64 * 1024

const PROBE_CHARACTERS = 8 * 1024

/** Some editors begin a text with it; it is no part of the first line. */
const BYTE_ORDER_MARK = '\ufeff'

export interface LineOptions {
  /** Told how many bytes of the file (not of its content) have been read. */
  readonly onBytes?: (bytes: number) => void
}

/**
 * The lines of a file in batches as they come from the disk; gzip is recognised by its first bytes. A line end is
 * `\n` or `\r\n`.
 * @throws {FileUnreadable} when the file is missing, truncated, damaged or not text
 */
export async function* linesOf(file: string, options: LineOptions = {}): AsyncGenerator<Line[]> {
  const gzipped = await isGzip(file)
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 })
  let bytes = 0
  raw.on('data', (chunk) => {
    bytes += chunk.length
    options.onBytes?.(bytes)
  })
  const source = gzipped ? raw.pipe(createGunzip()) : raw
  if (gzipped) raw.on('error', (error) => source.destroy(error))
  source.setEncoding('utf8')
  let rest = ''
  let number = 0
  let isFirst = true
  try {
    for await (const chunk of source as AsyncIterable<string>) {
      if (isFirst) refuseBinary(file, chunk)
      const text = isFirst && chunk.startsWith(BYTE_ORDER_MARK) ? chunk.slice(1) : chunk
      isFirst = false
      const pieces = (rest + text).split('\n')
      rest = pieces.pop() ?? ''
      if (rest.length > LINE_LONGEST) rest = rest.slice(0, LINE_LONGEST)
      yield pieces.map((text) => ({ number: ++number, text: withoutReturn(text) }))
    }
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    throw new FileUnreadable(explain(file, number, error), { cause: error })
  } finally {
    raw.destroy()
  }
  if (rest !== '') yield [{ number: ++number, text: withoutReturn(rest) }]
}

/** Size of the file in bytes. @throws {FileUnreadable} */
export function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileUnreadable(`there is no file ${file}; check the path`)
  if (!stats.isFile()) throw new FileUnreadable(`${file} is no file; give the path of one`)
  return stats.size
}

async function isGzip(file: string): Promise<boolean> {
  sizeOf(file)
  try {
    const handle = await open(file)
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new FileUnreadable(`${file} cannot be read: ${String(error)}`, { cause: error })
  }
}

function refuseBinary(file: string, chunk: string): void {
  const probe = chunk.slice(0, PROBE_CHARACTERS)
  if (!probe.includes('\0') && !probe.includes('\ufffd')) return
  throw new FileUnreadable(`${file} is not a text file; nothing was imported`)
}

function explain(file: string, lines: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const got = `the first ${lines} lines were read and what was imported of them stays`
  if (code === 'Z_BUF_ERROR') {
    return `${file} ends in the middle of its compressed data: ${got}; get the whole file and run the import again`
  }
  if (String(code).startsWith('Z_'))
    return `${file} holds damaged compressed data: ${got}; get the file again`
  return `${file} cannot be read to its end (${String(error)}): ${got}`
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
