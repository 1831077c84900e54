/** A clock that processes of one machine share, finer than a millisecond. */

/** Milliseconds since the Unix epoch, with fractions. */
export function fineNow(): number {
  return performance.timeOrigin + performance.now()
}
