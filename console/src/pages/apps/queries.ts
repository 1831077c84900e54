/** Queries for apps and projects, shared by several pages. */
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, plainApi } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PageAddress } from '../../routing/page-address.ts'

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: () => dataOf(api.GET('/console/api/apps')),
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => dataOf(api.GET('/console/api/projects')),
})

/** The search of the list of apps, in the URL. */
export function appsSearch({ q }: Record<string, unknown>): { readonly q?: string } {
  // The router parses digits in the URL as a number.
  return typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}
}

/**
 * Begins to load the data of the list of apps at the same time as the session. Without a session the requests fail, and
 * the list loads them after the sign-in.
 */
export function loadApps(): void {
  const apps = () => dataOf(plainApi.GET('/console/api/apps'))
  const projects = () => dataOf(plainApi.GET('/console/api/projects'))
  void queryClient.prefetchQuery({ ...appsQuery, queryFn: apps, retry: false })
  void queryClient.prefetchQuery({ ...projectsQuery, queryFn: projects, retry: false })
}

/** @param client `plainApi` while the session is not known */
export function appQuery(appId: string, client = api) {
  return queryOptions({
    queryKey: ['app', appId],
    queryFn: () => dataOf(client.GET('/console/api/apps/{app_id}', pathOf(appId))),
  })
}

/** Begins to load the app of the URL, like {@link loadApps}. */
export function loadApp({ params: { appId = '' } }: PageAddress): void {
  void queryClient.prefetchQuery({ ...appQuery(appId, plainApi), retry: false })
}

export function credentialsQuery(appId: string) {
  return queryOptions({
    queryKey: ['app', appId, 'keys'],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/keys', pathOf(appId))),
  })
}

/** The path parameters of requests about an app. */
export function pathOf(appId: string) {
  return { params: { path: { app_id: appId } } }
}
