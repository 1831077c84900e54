import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'
import { appsSearch, loadApps } from '../apps/queries.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: appsSearch,
    staticData: { loadData: loadApps },
    component: lazyRouteComponent(() => import('./OverviewPage.tsx'), 'OverviewPage'),
  }),
]
