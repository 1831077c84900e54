import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'account',
    component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
  }),
]
