/** The default profile picture: an egg, in every size that clients request. */
import { loadSharp } from '../../domain/media/load-sharp.ts'

/** Names of the files, with the width and height of each in pixels (spec/users.md#pictures). */
export const PICTURE_SIZES = {
  'default_profile.png': 400,
  'default_profile_bigger.png': 73,
  'default_profile_normal.png': 48,
  'default_profile_mini.png': 24,
} as const

export type PictureName = keyof typeof PICTURE_SIZES

export function isPictureName(name: string): name is PictureName {
  return Object.hasOwn(PICTURE_SIZES, name)
}

/** The default pictures of a server. Each picture is drawn when it is first requested. */
export class DefaultPictures {
  readonly #drawn = new Map<PictureName, Promise<Buffer>>()

  /** The bytes of a PNG file. */
  get(name: PictureName): Promise<Buffer> {
    const known = this.#drawn.get(name)
    if (known !== undefined) return known
    const drawing = drawEgg(PICTURE_SIZES[name])
    this.#drawn.set(name, drawing)
    // After an error, all callers that wait for the picture get the error. The next call draws it again.
    drawing.catch(() => this.#drawn.delete(name))
    return drawing
  }
}

type Color = readonly [red: number, green: number, blue: number]

const GROUND: Color = [204, 214, 221]
const EGG: Color = [245, 248, 250]

/** Number of colours from the background to the egg, so that the edge is smooth. */
const SHADES = 16

const PALETTE: readonly Color[] = Array.from({ length: SHADES }, (_, shade) => {
  const part = shade / (SHADES - 1)
  const mix = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [mix(GROUND[0], EGG[0]), mix(GROUND[1], EGG[1]), mix(GROUND[2], EGG[2])]
})

/** Half the width and half the height of the egg, as parts of the width of the picture. */
const WIDE = 0.27
const HIGH = 0.36

/** Share by which the egg is narrower at the top and wider at the bottom. */
const TAPER = 0.22

/** Bytes of a pixel: red, green and blue. */
const CHANNELS = 3

async function drawEgg(size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * CHANNELS)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) pixels.set(colorAt(size, x, y), (y * size + x) * CHANNELS)
  }
  const open = await loadSharp()
  const picture = open(pixels, { raw: { width: size, height: size, channels: CHANNELS } })
  // The palette has a colour for each shade, so the encoder changes no pixel.
  return picture.png({ palette: true, colours: SHADES, dither: 0 }).toBuffer()
}

function colorAt(size: number, x: number, y: number): Color {
  const across = (x + 0.5) / size - 0.5
  const down = (y + 0.5) / size - 0.5
  const wide = WIDE * (1 + TAPER * (down / HIGH))
  // The distance from the centre of the egg; 1 at the edge of the egg. A pixel at the edge has a mixed colour, by
  // the part of the pixel that is inside the egg.
  const reach = Math.sqrt((across / wide) ** 2 + (down / HIGH) ** 2)
  const inside = (1 - reach) * WIDE * size + 0.5
  return PALETTE[Math.round(Math.min(1, Math.max(0, inside)) * (SHADES - 1))] ?? GROUND
}
