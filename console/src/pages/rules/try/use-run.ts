/** State of a tool that runs in parts. */
import { useMutation } from '@tanstack/react-query'

interface Run<Data> {
  /** The text of the rule that was run. */
  readonly value: string
  readonly data: Data
}

interface Options<Data> {
  readonly call: (value: string, token: string | undefined) => Promise<Data>
  readonly merged: (newer: Data, older: Data) => Data
}

/**
 * Runs a tool for a rule. The function `older` runs the next part, which continues at the end of the last
 * part.
 */
export function useRun<Data extends { readonly meta: { readonly next_token?: string } }>({
  call,
  merged,
}: Options<Data>) {
  const run = useMutation({
    mutationFn: async ({
      value,
      last,
    }: {
      readonly value: string
      readonly last?: Data
    }): Promise<Run<Data>> => {
      const data = await call(value, last?.meta.next_token)
      return { value, data: last === undefined ? data : merged(last, data) }
    },
    meta: { isShownInForm: true },
  })
  // While the next part runs, and after it fails, the earlier parts stay.
  const kept = run.variables?.last
  const result =
    run.data ?? (kept === undefined ? undefined : { value: run.variables?.value ?? '', data: kept })
  return {
    result,
    error: run.error,
    isRunning: run.isPending,
    start: (value: string) => run.mutate({ value }),
    older: () => {
      if (result !== undefined) run.mutate({ value: result.value, last: result.data })
    },
  }
}
