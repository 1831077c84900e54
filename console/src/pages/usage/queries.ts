/** Queries of the usage of an app. */
import { api, dataOf, plainApi } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PageAddress } from '../../routing/page-address.ts'
import { type UsageSearch, usageSearch } from './search.ts'

/** The value in the list of callers for the app itself. */
export const APP = 'app'

const DEFAULT_RANGE = 'week'

export function rangeOf({ range = DEFAULT_RANGE }: UsageSearch) {
  return range
}

/** @param client `plainApi` while the session is not known; also for `windowsQuery` */
export function usageQuery(appId: string, search: UsageSearch, client = api) {
  const range = rangeOf(search)
  return {
    queryKey: ['app', appId, 'usage', range],
    queryFn: () =>
      dataOf(
        client.GET('/console/api/apps/{app_id}/usage', {
          params: { path: { app_id: appId }, query: { range } },
        }),
      ),
  }
}

export function windowsQuery(appId: string, { user, grant }: UsageSearch, client = api) {
  const ofUser = user === undefined ? {} : { user_id: user }
  return {
    queryKey: ['app', appId, 'windows', user ?? APP, grant],
    queryFn: () =>
      dataOf(
        client.GET('/console/api/apps/{app_id}/windows', {
          params: { path: { app_id: appId }, query: grant === undefined ? ofUser : { grant_id: grant } },
        }),
      ),
  }
}

export function connectionsQuery(appId: string, client = api) {
  return {
    queryKey: ['app', appId, 'connections'],
    queryFn: () =>
      dataOf(client.GET('/console/api/apps/{app_id}/connections', { params: { path: { app_id: appId } } })),
  }
}

/** Begins to load the data of the page at the same time as the session. */
export function loadUsage({ params: { appId = '' }, search }: PageAddress): void {
  const shown = usageSearch(search)
  void queryClient.prefetchQuery({ ...usageQuery(appId, shown, plainApi), retry: false })
  void queryClient.prefetchQuery({ ...windowsQuery(appId, shown, plainApi), retry: false })
  void queryClient.prefetchQuery({ ...connectionsQuery(appId, plainApi), retry: false })
}
