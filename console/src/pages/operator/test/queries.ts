/** The state of the test controls, and its changes. */
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

/** Reports come at the end of runs of minutes. */
const REFETCH_GRADES_MS = 5_000

export const gradesQuery = queryOptions({
  queryKey: ['operator', 'test', 'grades'],
  queryFn: () => dataOf(api.GET('/console/api/operator/test_controls/grades')),
  refetchInterval: REFETCH_GRADES_MS,
  staleTime: 0,
})

/** A report does not change; it can be deleted. */
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

/** Shows the state that a change answered. */
export function showState(state: TestState): void {
  queryClient.setQueryData(testQuery.queryKey, state)
}

/** Data of the whole console may differ after a change of the data or of the clock. */
export async function refetchAll(): Promise<void> {
  await queryClient.invalidateQueries()
}

/** The call of curl that does the same by the admin listener. */
export function curl(state: TestState, method: string, path: string, body?: string): string {
  const data =
    body === undefined ? '' : ` -H 'content-type: application/json' -d '${body.replaceAll("'", "'\\''")}'`
  return `curl -X ${method} ${state.address}${path} -H "authorization: Bearer $AVIARY_TEST_TOKEN"${data}`
}
