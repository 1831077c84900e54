/** Reads and changes the state of the test controls. */
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { components } from '../../../api/schema.d.ts'

export type TestState = components['schemas']['ConsoleTestControls']

const REFETCH_MS = 2_000

export const testQuery = queryOptions({
  queryKey: ['operator', 'test'],
  queryFn: () => dataOf(api.GET('/console/api/operator/test_controls')),
  refetchInterval: REFETCH_MS,
  staleTime: 0,
})

/**
 * Milliseconds between two requests for the list. The pause can be long, because a report arrives only at the
 * end of a run of several minutes.
 */
const REFETCH_GRADES_MS = 5_000

export const gradesQuery = queryOptions({
  queryKey: ['operator', 'test', 'grades'],
  queryFn: () => dataOf(api.GET('/console/api/operator/test_controls/grades')),
  refetchInterval: REFETCH_GRADES_MS,
  staleTime: 0,
})

/** The content of a report never changes, but the report can be deleted. */
export function gradeQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'test', 'grades', id],
    queryFn: () =>
      dataOf(
        api.GET('/console/api/operator/test_controls/grades/{grade_id}', {
          params: { path: { grade_id: id } },
        }),
      ),
  })
}

export async function refetchGrades(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: gradesQuery.queryKey })
}

/** Shows the state that the response to a change contains. */
export function showState(state: TestState): void {
  queryClient.setQueryData(testQuery.queryKey, state)
}

/**
 * Loads the results of all queries again, which a restore, a seed or a change of the clock may have outdated.
 */
export async function refetchAll(): Promise<void> {
  await queryClient.invalidateQueries()
}

/** A curl command with the same effect, for the admin listener. */
export function curl(state: TestState, method: string, path: string, body?: string): string {
  const data =
    body === undefined ? '' : ` -H 'content-type: application/json' -d '${body.replaceAll("'", "'\\''")}'`
  return `curl -X ${method} ${state.address}${path} -H "authorization: Bearer $AVIARY_TEST_TOKEN"${data}`
}
