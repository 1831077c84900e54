/** Queries for uploads and imports. */
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { components } from '../../../api/schema.d.ts'

export type UploadList = components['schemas']['ConsoleUploads']
export type Upload = components['schemas']['ConsoleUpload']
export type Import = components['schemas']['ConsoleImport']

const RUNNING_MS = 1_000
const IDLE_MS = 10_000

export const uploadsQuery = queryOptions({
  queryKey: ['operator', 'uploads'],
  queryFn: () => dataOf(api.GET('/console/api/operator/uploads')),
  staleTime: 0,
})

export const importsQuery = queryOptions({
  queryKey: ['operator', 'imports'],
  queryFn: () => dataOf(api.GET('/console/api/operator/imports')),
  refetchInterval: ({ state: { data } }) => {
    const isBusy = data?.imports.some(({ state }) => state === 'queued' || state === 'running')
    return isBusy === true ? RUNNING_MS : IDLE_MS
  },
  staleTime: 0,
})

/** Reloads both lists, because the end of an import removes its files from the list of uploads. */
export async function refetchImports(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: uploadsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  ])
}
