import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'
import { appsSearch, loadApps } from './queries.ts'

export const appsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'apps',
    validateSearch: appsSearch,
    staticData: { loadData: loadApps },
    component: lazyRouteComponent(() => import('./AppsPage.tsx'), 'AppsPage'),
  }),
]
