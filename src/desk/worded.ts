/** Converts errors to problems of the console. */

/** Converts an error to a problem of the console; other errors stay unchanged. */
export type ToProblem = (error: unknown) => unknown

/** Runs `work`, and throws its errors in their converted form. */
export async function worded<T>(toProblem: ToProblem, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toProblem(error)
  }
}
