/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012), a keyed 64-bit hash for short inputs. Without the key the hash cannot be
 * predicted. The code computes with 32-bit halves, because BigInt arithmetic is a hundred times slower.
 */

/** Number of bytes after the message that {@link sipHash24} may read and write. */
export const SIPHASH_SLACK = 8

/**
 * Hashes the first `length` bytes of `words` and writes the result to `out` as [low half, high half]. `words` has the
 * message as little-endian 32-bit words, followed by {@link SIPHASH_SLACK} bytes that are overwritten. `key` has four
 * words. The machine must be little-endian, like all platforms of Node.
 */
export function sipHash24(key: Uint32Array, words: Uint32Array, length: number, out: Uint32Array): void {
  pad(words, length)
  const k0 = key[0] ?? 0
  const k1 = key[1] ?? 0
  const k2 = key[2] ?? 0
  const k3 = key[3] ?? 0
  // The four 64-bit variables of the algorithm, each as a low and a high half.
  let al = k0 ^ 0x70736575
  let ah = k1 ^ 0x736f6d65
  let bl = k2 ^ 0x6e646f6d
  let bh = k3 ^ 0x646f7261
  let cl = k0 ^ 0x6e657261
  let ch = k1 ^ 0x6c796765
  let dl = k2 ^ 0x79746573
  let dh = k3 ^ 0x74656462
  const blocks = (length >>> 3) + 1
  for (let block = 0; block <= blocks; block += 1) {
    const isLast = block === blocks
    const ml = isLast ? 0 : (words[block * 2] ?? 0)
    const mh = isLast ? 0 : (words[block * 2 + 1] ?? 0)
    dl ^= ml
    dh ^= mh
    if (isLast) cl ^= 0xff
    for (let round = isLast ? 4 : 2; round > 0; round -= 1) {
      let low = (al >>> 0) + (bl >>> 0)
      ah = (ah + bh + (low > 0xffffffff ? 1 : 0)) | 0
      al = low | 0
      low = (cl >>> 0) + (dl >>> 0)
      ch = (ch + dh + (low > 0xffffffff ? 1 : 0)) | 0
      cl = low | 0
      let rotated = (bl << 13) | (bh >>> 19)
      bh = ((bh << 13) | (bl >>> 19)) ^ ah
      bl = rotated ^ al
      rotated = (dl << 16) | (dh >>> 16)
      dh = ((dh << 16) | (dl >>> 16)) ^ ch
      dl = rotated ^ cl
      rotated = al
      al = ah
      ah = rotated
      low = (cl >>> 0) + (bl >>> 0)
      ch = (ch + bh + (low > 0xffffffff ? 1 : 0)) | 0
      cl = low | 0
      low = (al >>> 0) + (dl >>> 0)
      ah = (ah + dh + (low > 0xffffffff ? 1 : 0)) | 0
      al = low | 0
      rotated = (bl << 17) | (bh >>> 15)
      bh = ((bh << 17) | (bl >>> 15)) ^ ch
      bl = rotated ^ cl
      rotated = (dl << 21) | (dh >>> 11)
      dh = ((dh << 21) | (dl >>> 11)) ^ ah
      dl = rotated ^ al
      rotated = cl
      cl = ch
      ch = rotated
    }
    al ^= ml
    ah ^= mh
  }
  out[0] = al ^ bl ^ cl ^ dl
  out[1] = ah ^ bh ^ ch ^ dh
}

/** Completes the last block with zeros, and with the length modulo 256 as its last byte. */
function pad(words: Uint32Array, length: number): void {
  const word = length >>> 2
  const used = (length & 3) * 8
  words[word] = (words[word] ?? 0) & ~(-1 << used)
  if ((word & 1) === 0) words[word + 1] = 0
  words[word | 1] = (words[word | 1] ?? 0) | (length << 24)
}
