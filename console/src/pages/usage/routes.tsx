import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import { loadUsage } from './queries.ts'
import { usageSearch } from './search.ts'

export const usageRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'usage',
    validateSearch: usageSearch,
    staticData: { loadData: loadUsage },
    component: lazyRouteComponent(() => import('./UsagePage.tsx'), 'UsagePage'),
  }),
]
