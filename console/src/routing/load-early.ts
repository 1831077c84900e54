/** The first load: the session, the parts and the data of the page are asked for together, and not one after the other. */
import { queryClient } from '../api/query-client.ts'
import { router } from '../router.tsx'
import { sessionQuery } from '../session/session.ts'
import type { PageAddress } from './page-address.ts'

/** Begins to load what the page at the address needs. */
export function loadEarly(): void {
  const routes = new Map(Object.entries(router.routesById))
  const matches = router.matchRoutes(router.latestLocation)
  for (const { routeId, params, search } of matches) {
    const route = routes.get(String(routeId))
    // A part that fails is asked for again by the router, which shows the error.
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => undefined)
    route?.options.staticData?.loadData?.({ params: { ...params }, search: { ...search } })
  }
  if (matches.some(({ routeId }) => String(routeId) === '/shell'))
    void queryClient.prefetchQuery(sessionQuery)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Begins to load what the page shows, into the cache of queries, where the page finds it. */
    readonly loadData?: (address: PageAddress) => void
  }
}
