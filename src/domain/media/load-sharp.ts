/** The library for pictures, loaded at the first use: a native module takes time and memory. */

export type Open = typeof import('sharp').default

/** sharp with one thread for each picture, and nothing cached between pictures. */
export async function loadSharp(): Promise<Open> {
  const { default: open } = await import('sharp')
  open.concurrency(1)
  open.cache(false)
  return open
}
