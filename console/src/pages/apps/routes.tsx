import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'
import { loadApps } from './queries.ts'

export const appsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'apps',
    validateSearch: (search): { q?: string } => (typeof search['q'] === 'string' ? { q: search['q'] } : {}),
    staticData: { loadData: loadApps },
    component: lazyRouteComponent(() => import('./AppsPage.tsx'), 'AppsPage'),
  }),
]
