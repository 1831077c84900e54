/** The first load: the session and the parts of the page are asked for together, and not one after the other. */
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
  }
  if (ids.includes('/shell')) void queryClient.prefetchQuery(sessionQuery)
}
