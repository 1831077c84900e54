/**
 * The built files of the console, with the compressed forms that the build made. The server reads an asset
 * when it is first requested, and the HTML page at each request.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE_ROOT } from '../../../lib/package-root.ts'
import type { PageParts } from './preloads.ts'

/** The folder of the build: console/dist, next to src in a checkout and next to dist in the package. */
export const CONSOLE_DIST = fileURLToPath(new URL('console/dist/', PACKAGE_ROOT))

export interface ConsoleAsset {
  readonly type: string
  readonly bytes: Buffer
  /** The same bytes, compressed with gzip or Brotli; undefined for a file that the build did not compress. */
  readonly gzip: Buffer | undefined
  readonly brotli: Buffer | undefined
}

/**
 * Maximum bytes of the cached files, including compressed forms. Files beyond this maximum are read for each
 * request.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** File names of Vite: a name, a hash of the content, and an extension. */
const ASSET_NAME = /^[\w.-]{1,120}\.(js|css|svg|png|woff2)$/

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The files of the console’s build. */
export class ConsoleFiles {
  readonly #folder: string
  readonly #cached = new Map<string, ConsoleAsset>()
  #cachedBytes = 0

  constructor(folder: string = CONSOLE_DIST) {
    this.#folder = folder
  }

  /** The HTML page that loads the console; undefined when the console is not built. */
  async page(): Promise<string | undefined> {
    const bytes = await this.#read('index.html')
    return bytes?.toString()
  }

  /** The files that each page needs; empty for a build without that list. */
  async parts(): Promise<PageParts> {
    const bytes = await this.#read('pages.json')
    if (bytes === undefined) return {}
    const parts: PageParts = JSON.parse(bytes.toString())
    return parts
  }

  /** An asset by its name; undefined for a name that the build does not have. */
  async asset(name: string): Promise<ConsoleAsset | undefined> {
    if (!ASSET_NAME.test(name)) return undefined
    const cached = this.#cached.get(name)
    if (cached !== undefined) return cached
    const path = join('assets', name)
    const bytes = await this.#read(path)
    if (bytes === undefined) return undefined
    const [gzip, brotli] = await Promise.all([this.#read(`${path}.gz`), this.#read(`${path}.br`)])
    const asset = { type: TYPES[extname(name)] ?? 'application/octet-stream', bytes, gzip, brotli }
    const size = bytes.length + (gzip?.length ?? 0) + (brotli?.length ?? 0)
    if (this.#cachedBytes + size <= MAX_CACHED_BYTES && !this.#cached.has(name)) {
      this.#cachedBytes += size
      this.#cached.set(name, asset)
    }
    return asset
  }

  async #read(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder, path))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
}
