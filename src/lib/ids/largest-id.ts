/** The largest id; databases store ids as signed 64-bit integers. */
export const LARGEST_ID = 2n ** 63n - 1n
