import type { StackProps } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Loading.tsx'

interface Props<Data> {
  readonly query: UseQueryResult<Data>
  readonly lines?: number
  /** Minimum height of the placeholder lines, as in `Loading`. */
  readonly room?: StackProps['mih']
  readonly children: (data: Data) => ReactNode
}

/**
 * Shows the state of a query: placeholder lines, the content, or an error with a button to try again. If a later load
 * fails, the older content stays below the error.
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
