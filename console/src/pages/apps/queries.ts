/** Queries of apps and projects, which several pages share. */
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: () => dataOf(api.GET('/console/api/apps')),
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => dataOf(api.GET('/console/api/projects')),
})

export function appQuery(appId: string) {
  return queryOptions({
    queryKey: ['app', appId],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}', pathOf(appId))),
  })
}

export function credentialsQuery(appId: string) {
  return queryOptions({
    queryKey: ['app', appId, 'keys'],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/keys', pathOf(appId))),
  })
}

/** The parameters of a path below an app. */
export function pathOf(appId: string) {
  return { params: { path: { app_id: appId } } }
}
