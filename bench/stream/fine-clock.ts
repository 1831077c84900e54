/** A clock that the processes of a machine share, with a resolution below a millisecond. */

/** Milliseconds since the Unix epoch, with fractions. */
export function fineNow(): number {
  return performance.timeOrigin + performance.now()
}
