/**
 * Makes bzip2 files for tests. The files are valid, but larger than the files of other programs, because all
 * codes have nearly the same length.
 */

/** Bytes of a block. Blocks are small, because sorting takes more than linear time. */
const BLOCK_BYTES = 50_000
const BLOCK_MAGIC = [0x314159, 0x265359] as const
const END_MAGIC = [0x177245, 0x385090] as const
const SYMBOLS_OF_SELECTOR = 50

/** Makes a bzip2 file of these bytes. */
export function bzip2Bytes(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  const bits = new BitWriter()
  for (const letter of 'BZh9') bits.write(letter.charCodeAt(0), 8)
  let sum = 0
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES)
    const crc = crcOf(block)
    sum = (((sum << 1) | (sum >>> 31)) ^ crc) >>> 0
    writeBlock(bits, runsOf(block), crc)
  }
  for (const part of END_MAGIC) bits.write(part, 24)
  bits.write32(sum)
  return bits.end()
}

/** Encodes runs: four equal bytes are followed by the number of further equal bytes. */
function runsOf(block: Buffer): Buffer {
  const out: number[] = []
  for (let at = 0; at < block.length; ) {
    let end = at + 1
    while (end < block.length && block[end] === block[at] && end - at < 255) end += 1
    const byte = block[at] ?? 0
    for (let count = 0; count < Math.min(4, end - at); count += 1) out.push(byte)
    if (end - at >= 4) out.push(end - at - 4)
    at = end
  }
  return Buffer.from(out)
}

function writeBlock(bits: BitWriter, block: Buffer, crc: number): void {
  const { last, origin } = transformed(block)
  const used = [...new Set(block)].toSorted((a, b) => a - b)
  const symbols = symbolsOf(last, used)
  for (const part of BLOCK_MAGIC) bits.write(part, 24)
  bits.write32(crc)
  bits.write(0, 1)
  bits.write(origin, 24)
  writeUsed(bits, used)
  const selectors = Math.ceil(symbols.length / SYMBOLS_OF_SELECTOR)
  bits.write(2, 3)
  bits.write(selectors, 15)
  for (let count = 0; count < selectors; count += 1) bits.write(0, 1)
  const lengths = lengthsOf(used.length + 2)
  for (let table = 0; table < 2; table += 1) writeLengths(bits, lengths)
  const codes = codesOf(lengths)
  for (const symbol of symbols) bits.write(codes[symbol] ?? 0, lengths[symbol] ?? 0)
}

/** The last column of the sorted rotations, and the index of the row that is the block itself. */
function transformed(block: Buffer): { readonly last: Buffer; readonly origin: number } {
  const { length } = block
  const twice = Buffer.concat([block, block])
  const rows = Uint32Array.from({ length }, (_, index) => index)
  rows.sort((a, b) => twice.compare(twice, b, b + length, a, a + length))
  const last = Buffer.from(rows.map((row) => block[(row + length - 1) % length] ?? 0))
  return { last, origin: rows.indexOf(0) }
}

/**
 * Move-to-front encoding. A run of zeros is written as a number. Its digits are the symbols 0 and 1, which
 * have the values 1 and 2.
 */
function symbolsOf(last: Buffer, used: readonly number[]): readonly number[] {
  const front = [...used]
  const symbols: number[] = []
  let zeros = 0
  const endRun = () => {
    for (; zeros > 0; zeros = (zeros - 1) >> 1) symbols.push((zeros - 1) & 1)
  }
  for (const byte of last) {
    const place = front.indexOf(byte)
    if (place === 0) zeros += 1
    else {
      endRun()
      symbols.push(place + 1)
      front.splice(place, 1)
      front.unshift(byte)
    }
  }
  endRun()
  return [...symbols, used.length + 1]
}

function writeUsed(bits: BitWriter, used: readonly number[]): void {
  const groups = Array.from({ length: 16 }, (_, group) => used.filter((byte) => byte >> 4 === group))
  for (const group of groups) bits.write(group.length > 0 ? 1 : 0, 1)
  for (const group of groups.filter(({ length }) => length > 0)) {
    for (let low = 0; low < 16; low += 1) bits.write(group.some((byte) => (byte & 15) === low) ? 1 : 0, 1)
  }
}

/** The lengths of a complete prefix code for this number of symbols. */
function lengthsOf(symbols: number): readonly number[] {
  const long = Math.ceil(Math.log2(symbols))
  const short = 2 ** long - symbols
  return Array.from({ length: symbols }, (_, symbol) => (symbol < short ? long - 1 : long))
}

function codesOf(lengths: readonly number[]): readonly number[] {
  let code = 0
  let before = lengths[0] ?? 0
  return lengths.map((length) => {
    code <<= length - before
    before = length
    code += 1
    return code - 1
  })
}

function writeLengths(bits: BitWriter, lengths: readonly number[]): void {
  let current = lengths[0] ?? 0
  bits.write(current, 5)
  for (const length of lengths) {
    for (; current < length; current += 1) bits.write(0b10, 2)
    bits.write(0, 1)
  }
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return ~crc >>> 0
}

class BitWriter {
  readonly #bytes: number[] = []
  #byte = 0
  #count = 0

  /** @param count at most 24 */
  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#byte = (this.#byte << 1) | ((value >>> bit) & 1)
      this.#count += 1
      if (this.#count < 8) continue
      this.#bytes.push(this.#byte)
      this.#byte = 0
      this.#count = 0
    }
  }

  write32(value: number): void {
    this.write(value >>> 16, 16)
    this.write(value & 0xffff, 16)
  }

  end(): Buffer {
    if (this.#count > 0) this.write(0, 8 - this.#count)
    return Buffer.from(this.#bytes)
  }
}
