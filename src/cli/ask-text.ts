/** Asks for a line of text on the terminal. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from './run.ts'

type TextInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/**
 * Asks a question and returns the typed line. The question goes to standard error, so that standard output contains
 * only results.
 * @param refusal the error message when standard input is not a terminal
 * @throws {UsageError} without a terminal, or if the user ends the input
 */
export async function askText(
  question: string,
  { err }: { readonly err: NodeJS.WritableStream },
  refusal: string,
  input: TextInput = process.stdin,
): Promise<string> {
  if (input.isTTY !== true) throw new UsageError(refusal)
  const lines = createInterface({ input, output: err })
  const ended = new AbortController()
  lines.once('close', () => ended.abort())
  try {
    return await lines.question(question, { signal: ended.signal })
  } catch (error) {
    if (ended.signal.aborted) throw new UsageError(refusal)
    throw error
  } finally {
    lines.close()
  }
}
