import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

export const appsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'apps',
    validateSearch: (search): { q?: string } => (typeof search['q'] === 'string' ? { q: search['q'] } : {}),
    component: lazyRouteComponent(() => import('./AppsPage.tsx'), 'AppsPage'),
  }),
]
