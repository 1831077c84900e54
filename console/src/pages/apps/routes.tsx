import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

export const appsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'apps',
    component: lazyRouteComponent(() => import('./AppsPage.tsx'), 'AppsPage'),
  }),
]
