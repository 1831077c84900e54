/** The largest id that a database holds: ids are signed 64-bit integers there. */
export const LARGEST_ID = 2n ** 63n - 1n
