/** The first load requests the session, the scripts and the data of the page at the same time. */
import { queryClient } from '../api/query-client.ts'
import { router } from '../router.tsx'
import { sessionQuery } from '../session/session.ts'
import type { PageAddress } from './page-address.ts'

/** Begins to load the scripts and data of the page at the URL. */
export function loadEarly(): void {
  const routes = new Map(Object.entries(router.routesById))
  const matches = router.matchRoutes(router.latestLocation)
  for (const { routeId, params, search } of matches) {
    const route = routes.get(String(routeId))
    // The router tries a failed load again, and shows the error.
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => undefined)
    route?.options.staticData?.loadData?.({ params: { ...params }, search: { ...search } })
  }
  if (matches.some(({ routeId }) => String(routeId) === '/shell'))
    void queryClient.prefetchQuery(sessionQuery)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Begins to load the data of the page into the query cache, from which the page reads them. */
    readonly loadData?: (address: PageAddress) => void
  }
}
