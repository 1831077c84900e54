import type { StackProps } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
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
 *
 * React builds the first content in short steps, because a phone would otherwise not react to the user for
 * half a second.
 */
export function Loaded<Data>({ query, lines = 4, room, children }: Props<Data>) {
  const { data, error } = query
  const hasData = data !== undefined
  const isReady = useDeferredValue(hasData)
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {isReady && hasData ? children(data) : error === null && <Loading lines={lines} room={room} />}
    </>
  )
}
