import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const liveRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'live',
    component: lazyRouteComponent(() => import('./LivePage.tsx'), 'LivePage'),
  }),
]
