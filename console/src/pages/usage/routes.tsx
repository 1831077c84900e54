import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const usageRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'usage',
    component: lazyRouteComponent(() => import('./UsagePage.tsx'), 'UsagePage'),
  }),
]
