import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../routing/parents.ts'

export const linkRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'link',
    component: lazyRouteComponent(() => import('./LinkPage.tsx'), 'LinkPage'),
  }),
]
