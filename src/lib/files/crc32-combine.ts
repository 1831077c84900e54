/**
 * Combines and splits CRC-32 values without reading the data again (spec/server.md#stream-encoding). A CRC is the
 * remainder of a polynomial over GF(2). Appending `n` bytes multiplies the polynomial by x^(8n). Let `n` be the length
 * of `b`. Then the CRC of `a` followed by `b` is the CRC of `a` times x^(8n), plus the CRC of `b`. Over GF(2), addition
 * and subtraction are the same.
 */

/** Polynomial of CRC-32. All polynomials in this file have reversed bit order. */
const POLYNOMIAL = 0xedb88320
/** The polynomial 1. */
const ONE = 0x80000000
/** The polynomial x^8; appending one byte multiplies by this polynomial. */
const BYTE = 0x00800000

/** CRC-32 of `a` followed by `b`. @param lengthOfB length of `b` in bytes, up to 2^53 */
export function crc32Combine(crcOfA: number, crcOfB: number, lengthOfB: number): number {
  return (multiply(powerOfByte(lengthOfB), crcOfA) ^ crcOfB) >>> 0
}

/**
 * CRC-32 of the rest of a text, computed from the CRC of the whole text and the CRC of its beginning.
 * @param length length of the rest in bytes
 */
export function crc32OfRest(crcOfWhole: number, crcOfBeginning: number, length: number): number {
  return crc32Combine(crcOfBeginning, crcOfWhole, length)
}

/** The polynomial x^(8n), computed by repeated squaring. */
function powerOfByte(n: number): number {
  let result = ONE
  let square = BYTE
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(square, result)
    square = multiply(square, square)
  }
  return result
}

/** Product of two polynomials, modulo the polynomial of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL
  }
  return product >>> 0
}
