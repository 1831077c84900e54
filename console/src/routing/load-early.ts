/** The first load: the session, the parts and the data of the page are asked for together, and not one after the other. */
import { queryClient } from '../api/query-client.ts'
import { router } from '../router.tsx'
import { sessionQuery } from '../session/session.ts'

/** Begins to load what the page at the address needs. */
export function loadEarly(): void {
  const routes = new Map(Object.entries(router.routesById))
  const ids = router.matchRoutes(router.latestLocation).map(({ routeId }): string => String(routeId))
  for (const id of ids) {
    const route = routes.get(id)
    // A part that fails is asked for again by the router, which shows the error.
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => undefined)
    route?.options.staticData?.loadData?.()
  }
  if (ids.includes('/shell')) void queryClient.prefetchQuery(sessionQuery)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Begins to load what the page shows, into the cache of queries, where the page finds it. */
    readonly loadData?: () => void
  }
}
