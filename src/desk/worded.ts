/** Refusals in the words of the console. */

/** Turns an error into a problem of the console; any other error stays. */
export type ToProblem = (error: unknown) => unknown

/** Runs work, whose refusals become problems. */
export async function worded<T>(toProblem: ToProblem, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toProblem(error)
  }
}
