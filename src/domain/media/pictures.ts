/**
 * Creates pictures in every size. libvips decodes the originals on its own threads, in strips. The dimensions are
 * checked before the decoding. The results have only pixels, so they contain no location, camera data, comments or
 * hidden second file.
 */
import type { Sharp, SharpOptions } from 'sharp'
import type { Semaphore } from '../../lib/async/semaphore.ts'
import type { StagedFile, Staging } from '../../lib/files/staging.ts'
import { SIZE_NAMES, type SizeName } from './facts.ts'
import { loadSharp, type Open } from './load-sharp.ts'
import { UploadRefused } from './refused.ts'
import { BOUNDS, SIZE_PIXELS } from './sizes.ts'

/** Facts about a picture, from its header. */
export interface PictureFacts {
  /** In pixels, after rotation. */
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly hasAlpha: boolean
}

export interface Picture {
  readonly name: SizeName
  /** In pixels. */
  readonly w: number
  readonly h: number
  readonly file: StagedFile
}

const QUALITY = 85

/** Colour of the placeholders for videos. */
const BACKGROUND = { r: 21, g: 32, b: 43 }

/** Creates pictures. A process has one instance of this class. */
export class PictureMaker {
  readonly #staging: Staging
  readonly #turns: Semaphore

  /**
   * @param turns a semaphore that limits the number of pictures that are decoded in parallel, each on one
   * thread
   */
  constructor(staging: Staging, turns: Semaphore) {
    this.#staging = staging
    this.#turns = turns
  }

  /**
   * Reads the header of a picture.
   * @param format MIME type detected from the first bytes; a picture of another format is refused
   * @param min minimum length of the shorter side, in pixels
   * @throws {UploadRefused} `not-decodable`, `dimensions-invalid`
   */
  async look(file: StagedFile, format: string, min: number = BOUNDS.photo.min): Promise<PictureFacts> {
    const found = await this.#turns.run(() => metadataOf(file, format))
    const { autoOrient, pages: frames = 1, hasAlpha } = found
    const { width, height } = { width: autoOrient.width, height: found.pageHeight ?? autoOrient.height }
    const { max } = BOUNDS.photo
    if (Math.min(width, height) < min || Math.max(width, height) > max) {
      throw new UploadRefused('dimensions-invalid', `${width} × ${height} pixels`)
    }
    return { width, height, frames, hasAlpha }
  }

  /**
   * Creates the pictures in every size from the first frame.
   * @throws {UploadRefused} `not-decodable` for a corrupt file
   */
  make(file: StagedFile, { hasAlpha }: PictureFacts): Promise<readonly Picture[]> {
    return this.#turns.run(() =>
      this.#all((open) => open(file.path, { ...OPTIONS }), hasAlpha ? 'png' : 'jpeg'),
    )
  }

  /** Creates placeholder pictures for a video, because Aviary has no video decoder. */
  makeGround(width: number, height: number): Promise<readonly Picture[]> {
    const create = { width, height, channels: 3, background: BACKGROUND } as const
    return this.#turns.run(() => this.#all((open) => open({ create }), 'jpeg'))
  }

  async #all(from: (open: Open) => Sharp, format: 'jpeg' | 'png'): Promise<readonly Picture[]> {
    const open = await loadSharp()
    const pictures: Picture[] = []
    try {
      for (const name of SIZE_NAMES) {
        const { data, info } = await encoded(from(open).autoOrient(), name, format)
        pictures.push({ name, w: info.width, h: info.height, file: await this.#staging.of([data]) })
      }
      return pictures
    } catch (error) {
      for (const { file } of pictures) await file.discard()
      throw undecodable(error)
    }
  }
}

/** Options of the decoder: refuse pictures that are too large or corrupt, and decode in strips. */
const OPTIONS = {
  limitInputPixels: BOUNDS.photo.max ** 2,
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
} as const satisfies SharpOptions

async function metadataOf(file: StagedFile, format: string): ReturnType<Sharp['metadata']> {
  const open = await loadSharp()
  let found: Awaited<ReturnType<Sharp['metadata']>>
  try {
    // Reads only the header; the caller checks the dimensions.
    found = await open(file.path, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw undecodable(error)
  }
  if (`image/${found.format}` !== format)
    throw new UploadRefused('not-decodable', `is ${found.format}, not ${format}`)
  return found
}

function encoded(picture: Sharp, name: SizeName, format: 'jpeg' | 'png') {
  const side = SIZE_PIXELS[name]
  const sized =
    name === 'thumb'
      ? picture.resize(side, side, { fit: 'cover' })
      : picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const coloured = sized.toColourspace('srgb')
  const packed =
    format === 'png' ? coloured.png({ compressionLevel: 6 }) : coloured.jpeg({ quality: QUALITY })
  return packed.toBuffer({ resolveWithObject: true })
}

/** Converts an error of libvips into a refusal, because the error means an invalid file. */
function undecodable(error: unknown): unknown {
  if (error instanceof UploadRefused || !(error instanceof Error)) return error
  return 'code' in error ? error : new UploadRefused('not-decodable', error.message)
}
