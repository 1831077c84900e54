import type { StackProps } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Loading.tsx'

interface Props<Data> {
  readonly query: UseQueryResult<Data>
  readonly lines?: number
  /** Least height of the grey lines, as in `Loading`. */
  readonly room?: StackProps['mih']
  readonly children: (data: Data) => ReactNode
}

/**
 * The three states of a query: grey lines, the error with a button to try again, the content. Data that were loaded
 * before stay below an error of a later load.
 */
export function Loaded<Data>({ query, lines = 4, room, children }: Props<Data>) {
  const { data, error, isPending } = query
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {isPending && <Loading lines={lines} room={room} />}
      {data !== undefined && children(data)}
    </>
  )
}
