import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const requestsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'requests',
    component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
  }),
]
